// The pages on which the public asks for a time: what can be asked for, and with whom.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Resource, ResourceType } from "../../wire/availability.ts";
import type { BookingPage, Kind } from "../../wire/booking.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { bookingPageAddress } from "../public-url.ts";
import { useDepartments } from "../resources/departments.tsx";
import { types } from "../resources/messages.ts";
import { resourcesApi } from "../resources/resources-api.ts";
import { useMay } from "../session.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Dropdown, Stacked } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Count, Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { ManyPicker } from "../ui/many-picker.tsx";
import { useNotices } from "../ui/notices.tsx";
import { BesideCalendar } from "./beside-calendar.tsx";
import { bookingApi, type PageSettings } from "./booking-api.ts";
import { form, kindName, pages as text } from "./messages.ts";

const pagesKey = ["booking-pages"];

export function BookingPagesPage() {
  usePageTitle(text.title);
  const mayManage = useMay("bookings:manage");
  const [editing, setEditing] = useState<BookingPage | "new" | null>(null);
  const pages = useQuery({ queryKey: pagesKey, queryFn: bookingApi.pages });
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const kinds = useQuery({ queryKey: ["bookings", "kinds"], queryFn: bookingApi.kinds });
  const error = pages.error ?? resources.error ?? kinds.error;
  const isReady = pages.data && resources.data && kinds.data;
  const close = () => setEditing(null);
  return (
    <BesideCalendar
      words={text}
      action={
        isReady &&
        mayManage && (
          <Button look="main" className="sm:ms-auto" onPress={() => setEditing("new")}>
            <Icon name="plus" />
            {text.add}
          </Button>
        )
      }
      error={error}
      onRetry={() => void pages.refetch()}
      items={isReady && pages.data.items}
      more={
        <Dialog
          wide
          title={editing === "new" ? text.addTitle : text.editTitle}
          isOpen={editing !== null}
          onClose={close}
        >
          {editing && isReady && (
            <PageForm
              key={editing === "new" ? "new" : editing.id}
              page={editing === "new" ? null : editing}
              resources={resources.data.items.filter(({ active }) => active)}
              kinds={kinds.data.items.filter((kind) => neededAlone(kind) !== null)}
              onClose={close}
            />
          )}
        </Dialog>
      }
    >
      {(items) => (
        <ul className="grid gap-4">
          {items.map((page) => (
            <li key={page.id}>
              <PageCard
                page={page}
                resources={resources.data?.items ?? []}
                onEdit={() => setEditing(page)}
              />
            </li>
          ))}
        </ul>
      )}
    </BesideCalendar>
  );
}

interface CardProps {
  page: BookingPage;
  resources: Resource[];
  onEdit(): void;
}

function PageCard({ page, resources, onEdit }: CardProps) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const remove = useMutation({
    mutationFn: () => bookingApi.removePage(page.id),
    onSuccess: () => say(text.removed(page.title)),
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: pagesKey }),
  });
  const [isAsking, setAsking] = useState(false);
  const mayManage = useMay("bookings:manage");
  const address = bookingPageAddress(page.id);
  const names = page.resourceIds.map(
    (resourceId) => resources.find(({ id }) => id === resourceId)?.name ?? "?",
  );
  return (
    <article
      aria-label={page.title}
      className="grid gap-4 rounded-2xl border border-rule bg-card p-5"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-2xl font-bold">
          <bdi>{page.title}</bdi>
        </h2>
        <span className="text-soft">
          {kindName(page.kind)} · {form.minutes(page.minutes)} · {names.join(", ")}
          {page.confirmation === "instant" && ` · ${text.instantShort}`}
          {!page.open && ` · ${text.closed}`}
        </span>
      </div>
      <CopyLine value={address} label={text.address} />
      <div className="flex flex-wrap gap-3">
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass("second")}>
          {text.show}
          <span className="sr-only"> {page.title}</span>
        </a>
        {mayManage && (
          <>
            <Button onPress={onEdit}>
              {text.edit}
              <span className="sr-only"> {page.title}</span>
            </Button>
            <Button look="danger" onPress={() => setAsking(true)}>
              {text.remove}
              <span className="sr-only"> {page.title}</span>
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        title={text.removeQuestion(page.title)}
        text={text.removeText}
        action={text.removeConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          if (!remove.isPending) remove.mutate();
        }}
      />
    </article>
  );
}

interface FormProps {
  page: BookingPage | null;
  resources: Resource[];
  kinds: Kind[];
  onClose(): void;
}

function PageForm({ page, resources, kinds, onClose }: FormProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [settings, setSettings] = useState<PageSettings>(() =>
    page ? settingsOf(page) : { ...newPage, kind: kinds[0]!.kind },
  );
  const departments = useDepartments();
  const change = (part: Partial<PageSettings>) => setSettings({ ...settings, ...part });
  const save = useMutation({
    mutationFn: () =>
      page ? bookingApi.changePage(page.id, settings) : bookingApi.createPage(settings),
    onSuccess() {
      void client.invalidateQueries({ queryKey: pagesKey });
      say(text.saved);
      onClose();
    },
  });
  const chosen = kinds.find(({ kind }) => kind === settings.kind);
  const isForPatients = chosen?.needsPatient ?? false;
  const usable = neededAlone(chosen) ?? [];
  const fitting = resources.filter(({ type }) => usable.includes(type));

  return (
    <DialogForm
      work={save}
      isReady={settings.resourceIds.length > 0 && settings.minutes >= 1}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <Field
            label={text.name}
            hint={text.nameHint}
            isRequired
            autoFocus
            maxLength={100}
            value={settings.title}
            onChange={(title) => change({ title })}
            error={wrong["title"]}
          />
          <Dropdown
            label={form.kind}
            options={kinds.map(({ kind }) => ({ id: kind, name: kindName(kind) }))}
            value={settings.kind}
            onChange={(kind) => change({ kind, resourceIds: [] })}
          />
          <ManyPicker
            label={text.withWhom}
            hint={text.withWhomHint}
            items={fitting.map(({ id, name, type, departmentId }) => ({
              id,
              name,
              text: types[type],
              group: departments.find((one) => one.id === departmentId)?.name,
            }))}
            value={settings.resourceIds}
            onChange={(resourceIds) => change({ resourceIds })}
          />
          <div className="flex flex-wrap gap-x-8 gap-y-5">
            <Count
              label={text.minutes}
              unit={common.minutes}
              value={settings.minutes}
              onChange={(minutes) => change({ minutes: minutes ?? 0 })}
              error={wrong["minutes"]}
            />
            <Count
              label={text.daysAhead}
              unit={text.days}
              value={settings.daysAhead}
              onChange={(daysAhead) => change({ daysAhead: daysAhead ?? 1 })}
              max={365}
              error={wrong["daysAhead"]}
            />
            <Count
              label={text.notice}
              unit={common.minutes}
              min={0}
              value={settings.noticeMinutes}
              onChange={(noticeMinutes) => change({ noticeMinutes: noticeMinutes ?? 0 })}
              error={wrong["noticeMinutes"]}
            />
          </div>
          <Stacked
            label={text.confirmation}
            options={[
              { id: "request", name: text.byRequest, text: text.byRequestText },
              { id: "instant", name: text.instant, text: text.instantText },
            ]}
            value={settings.confirmation}
            onChange={(confirmation) => change({ confirmation })}
          />
          <Field
            label={text.message}
            hint={text.messageHint}
            optional
            multiline
            maxLength={500}
            value={settings.message ?? ""}
            onChange={(message) => change({ message: message === "" ? null : message })}
            error={wrong["message"]}
          />
          {isForPatients && (
            <Check
              isSelected={settings.asksExternalId}
              onChange={(asksExternalId) => change({ asksExternalId })}
            >
              {text.asksExternalId}
            </Check>
          )}
          <Check isSelected={settings.waitlist} onChange={(waitlist) => change({ waitlist })}>
            {text.waitlist}
          </Check>
          <Check isSelected={settings.open} onChange={(open) => change({ open })}>
            {text.open}
          </Check>
        </>
      )}
    </DialogForm>
  );
}

/** Visitors choose one resource: a kind that cannot do with one alone has no page. */
function neededAlone(kind: Kind | undefined): ResourceType[] | null {
  const needs = kind?.needs.filter(({ least }) => least > 0) ?? [];
  return needs.length === 1 && needs[0]!.least === 1 ? needs[0]!.types : null;
}

const newPage: PageSettings = {
  title: "",
  kind: "",
  minutes: 30,
  resourceIds: [],
  message: null,
  daysAhead: 60,
  noticeMinutes: 60,
  open: true,
  confirmation: "request",
  waitlist: true,
  asksExternalId: false,
};

function settingsOf(page: BookingPage): PageSettings {
  const { id: _, ...settings } = page;
  return settings;
}
