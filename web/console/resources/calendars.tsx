// A resource's calendar for other programs to read, and calendars from outside whose busy times close it.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { OutsideCalendar } from "../../wire/rights.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Radios } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field, inputClass, labelClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Part } from "../ui/part.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { calendars as text } from "./messages.ts";
import { rightsApi } from "./rights-api.ts";

export function Feed({ resource }: { resource: Resource }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [names, setNames] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const key = ["resource", resource.id, "feed"];
  const feed = useQuery({ queryKey: key, queryFn: () => rightsApi.feed(resource.id) });
  const change = useMutation({
    mutationFn: (what: "make" | "stop") =>
      what === "make" ? rightsApi.makeFeed(resource.id, names) : rightsApi.stopFeed(resource.id),
    onSuccess: (_done, what) => say(what === "make" ? text.feedMade : text.feedStopped),
    onError: complain,
    onSettled() {
      setReplacing(false);
      return client.invalidateQueries({ queryKey: key });
    },
  });
  if (feed.isPending) return <Loading />;
  if (feed.isError) return <Failure error={feed.error} onRetry={() => void feed.refetch()} />;
  const current = feed.data.feed;
  const options = (
    <Check isSelected={names} onChange={setNames}>
      {text.withNames}
    </Check>
  );
  return (
    <Part title={text.feedTitle} about={text.feedText}>
      {current ? (
        <>
          <CopyLine value={current.url} label={text.feedAddress} />
          <p className="text-soft">{current.names ? text.hasNames : text.hasNoNames}</p>
          <div className="flex flex-wrap gap-3">
            <Button onPress={() => setReplacing(true)}>{text.replace}</Button>
            <Button look="danger" onPress={() => change.mutate("stop")}>
              {text.stop}
            </Button>
          </div>
        </>
      ) : (
        <>
          {options}
          <Button className="justify-self-start" onPress={() => change.mutate("make")}>
            {text.make}
          </Button>
        </>
      )}
      <Dialog
        alert
        title={text.replaceTitle}
        isOpen={replacing}
        onClose={() => setReplacing(false)}
      >
        <p>{text.replaceText}</p>
        {options}
        <DialogButtons>
          <Button onPress={() => setReplacing(false)}>{common.cancel}</Button>
          <Button look="danger" onPress={() => change.mutate("make")}>
            {text.replaceConfirm}
          </Button>
        </DialogButtons>
      </Dialog>
    </Part>
  );
}

const calendarsKey = (id: string) => ["resource", id, "calendars"];

export function OutsideCalendars({ resource }: { resource: Resource }) {
  const [adding, setAdding] = useState(false);
  const calendars = useQuery({
    queryKey: calendarsKey(resource.id),
    queryFn: () => rightsApi.calendars(resource.id),
  });
  if (calendars.isPending) return <Loading />;
  if (calendars.isError) {
    return <Failure error={calendars.error} onRetry={() => void calendars.refetch()} />;
  }
  const { items } = calendars.data;
  return (
    <Part title={text.outsideTitle} about={text.outsideText}>
      {items.length === 0 ? (
        <p className="text-soft">{text.none}</p>
      ) : (
        <ul className="grid gap-2" aria-label={text.outsideTitle}>
          {items.map((calendar) => (
            <CalendarRow key={calendar.id} resource={resource} calendar={calendar} />
          ))}
        </ul>
      )}
      <Button className="justify-self-start" onPress={() => setAdding(true)}>
        <Icon name="plus" />
        {text.add}
      </Button>
      <Dialog title={text.addTitle} isOpen={adding} onClose={() => setAdding(false)}>
        <CalendarForm resource={resource} onClose={() => setAdding(false)} />
      </Dialog>
    </Part>
  );
}

function useRefreshed(resource: Resource) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: calendarsKey(resource.id) });
    void client.invalidateQueries({ queryKey: ["availability", resource.id] });
  };
}

function CalendarRow({ resource, calendar }: { resource: Resource; calendar: OutsideCalendar }) {
  const { say, complain } = useNotices();
  const refreshed = useRefreshed(resource);
  const read = useMutation({
    mutationFn: () => rightsApi.readCalendar(resource.id, calendar.id),
    onError: complain,
    onSettled: refreshed,
  });
  const remove = useMutation({
    mutationFn: () => rightsApi.removeCalendar(resource.id, calendar.id),
    onSuccess: () => say(text.removed(calendar.name)),
    onError: complain,
    onSettled: refreshed,
  });
  const { lastReadAt, state } = calendar;
  const readAt = lastReadAt
    ? `${dateText(dateIn(lastReadAt, resource.timezone), { day: "numeric", month: "long" })}, ${timeIn(lastReadAt, resource.timezone)}`
    : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border border-rule px-4 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <bdi className="font-bold">{calendar.name}</bdi>{" "}
          <span className={state === "failing" ? "font-semibold text-danger" : "text-soft"}>
            {text.states[state]}
          </span>
        </p>
        {calendar.error && <p className="text-sm text-danger">{calendar.error}</p>}
        <p className="text-sm text-soft">
          {text.kinds[calendar.kind]} · {text.busy(calendar.busyCount)}
          {readAt && ` · ${text.readAt(readAt)}`}
        </p>
        {calendar.leftOutside > 0 && (
          <p className="text-sm font-semibold text-danger">
            {text.leftOutside(calendar.leftOutside)}
          </p>
        )}
      </div>
      {calendar.kind === "subscription" && (
        <Button onPress={() => !read.isPending && read.mutate()}>
          {read.isPending ? text.reading : text.read}
          <span className="sr-only"> {calendar.name}</span>
        </Button>
      )}
      <Button look="danger" onPress={() => !remove.isPending && remove.mutate()}>
        {common.remove}
        <span className="sr-only"> {calendar.name}</span>
      </Button>
    </li>
  );
}

function CalendarForm({ resource, onClose }: { resource: Resource; onClose(): void }) {
  const { say } = useNotices();
  const refreshed = useRefreshed(resource);
  const [kind, setKind] = useState<"subscription" | "upload">("subscription");
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const add = useMutation({
    mutationFn: async () => {
      if (kind === "subscription") {
        const wish = { name: name.trim(), url: url.trim() };
        const added = await rightsApi.addCalendar(resource.id, wish);
        // What came of it, good or bad, is shown in the list.
        await rightsApi.readCalendar(resource.id, added.id).catch(() => undefined);
        return added;
      }
      const ics = await file.current!.files![0]!.text();
      return rightsApi.addCalendar(resource.id, { name: name.trim(), ics });
    },
    onSuccess(added) {
      refreshed();
      say(text.added(added.name));
      onClose();
    },
  });

  return (
    <DialogForm work={add} action={text.confirm} doing={text.reading} onClose={onClose}>
      {(wrong) => (
        <>
          <Radios
            label={text.how}
            options={[
              { id: "subscription" as const, name: text.kinds.subscription },
              { id: "upload" as const, name: text.kinds.upload },
            ]}
            value={kind}
            onChange={setKind}
          />
          <Field
            label={text.name}
            hint={text.nameHint}
            isRequired
            maxLength={100}
            value={name}
            onChange={setName}
            error={wrong["name"]}
          />
          {kind === "subscription" ? (
            <Field
              label={text.address}
              hint={text.addressHint}
              isRequired
              type="url"
              maxLength={2000}
              value={url}
              onChange={setUrl}
              error={wrong["url"]}
            />
          ) : (
            <label className="grid gap-1.5">
              <span className={labelClass}>{text.file}</span>
              <input
                ref={file}
                type="file"
                required
                accept=".ics,text/calendar"
                className={inputClass}
              />
            </label>
          )}
        </>
      )}
    </DialogForm>
  );
}
