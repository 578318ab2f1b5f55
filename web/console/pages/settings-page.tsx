import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Queue } from "../../wire/types.ts";
import { api, type QueueSettings } from "../api.ts";
import { common, queues, settings as text } from "../messages.ts";
import { boardAddress, joinAddress } from "../public-url.ts";
import { backClass, buttonClass } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Count, Field } from "../ui/field.tsx";
import { Part } from "../ui/part.tsx";
import { SettingsForm, SettingsHead, useSettings } from "../ui/settings-form.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { DeskRows, PriorityRows } from "./list-rows.tsx";
import { resets } from "./new-queue-dialog.tsx";
import { TimezoneField } from "./timezone-field.tsx";
import { usePageTitle } from "../page-title.ts";

const route = getRouteApi("/signed-in/queues/$queueId/settings");

export function SettingsPage() {
  const { queueId } = route.useParams();
  const queue = useQuery({ queryKey: ["queue", queueId], queryFn: () => api.queue(queueId) });
  usePageTitle(queue.data ? `${text.title}: ${queue.data.name}` : "");
  if (queue.isPending) return <Loading />;
  if (queue.isError) return <Failure error={queue.error} onRetry={() => void queue.refetch()} />;
  return <QueueSettingsForm key={queueId} queue={queue.data} />;
}

function settingsOf({
  id: _id,
  waiting: _waiting,
  createdAt: _createdAt,
  ...settings
}: Queue): QueueSettings {
  return settings;
}

function QueueSettingsForm({ queue }: { queue: Queue }) {
  const client = useQueryClient();
  const { before, form, set, save, isChanged } = useSettings({
    first: settingsOf(queue),
    clean: (now) => ({ ...now, desks: now.desks.map((desk) => desk.trim()).filter(Boolean) }),
    async send(changes) {
      const saved = await api.changeQueue(queue.id, changes);
      client.setQueryData(["queue", queue.id], saved);
      void client.invalidateQueries({ queryKey: ["queues"] });
      return settingsOf(saved);
    },
  });

  return (
    <SettingsForm
      needs="counter:manage"
      head={
        <SettingsHead
          back={
            <Link to="/queues/$queueId" params={{ queueId: queue.id }} className={backClass}>
              {text.back}
            </Link>
          }
          title={`${before.name}: ${text.title}`}
        />
      }
      save={save}
      isChanged={isChanged}
      unsaved={text.unsaved}
    >
      {(wrong) => (
        <>
          <Part title={text.general}>
            <Field
              label={queues.name}
              isRequired
              maxLength={100}
              value={form.name}
              onChange={set("name")}
              error={wrong["name"]}
            />
            <Field
              label={text.message}
              hint={text.messageHint}
              optional
              multiline
              maxLength={500}
              value={form.message ?? ""}
              onChange={(value) => set("message")(value || null)}
              error={wrong["message"]}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                label={queues.prefix}
                hint={queues.prefixHint(`${form.prefix}-000123`)}
                isRequired
                maxLength={12}
                value={form.prefix}
                onChange={set("prefix")}
                error={wrong["prefix"]}
              />
              <TimezoneField value={form.timezone} onChange={set("timezone")} />
            </div>
            <Radios
              label={queues.numberReset}
              options={resets}
              value={form.numberReset}
              onChange={set("numberReset")}
            />
          </Part>
          <Part title={text.desks} about={text.desksText}>
            <DeskRows desks={form.desks} onChange={set("desks")} />
          </Part>
          <Part title={text.people} about={text.prioritiesText}>
            <PriorityRows priorities={form.priorities} onChange={set("priorities")} />
            {form.priorities.length > 1 && (
              <Count
                label={text.ageing}
                hint={text.ageingHint}
                unit={common.minutes}
                value={form.ageingMinutes}
                onChange={set("ageingMinutes")}
                max={1_440}
                error={wrong["ageingMinutes"]}
              />
            )}
          </Part>
          <Part title={text.flow}>
            <Count
              label={text.noShow}
              hint={text.noShowHint}
              unit={common.minutes}
              value={form.noShowMinutes}
              onChange={set("noShowMinutes")}
              max={1_440}
              error={wrong["noShowMinutes"]}
            />
            <Count
              label={text.maxWaiting}
              hint={text.maxWaitingHint}
              unit={text.people_}
              value={form.maxWaiting}
              onChange={set("maxWaiting")}
              max={1_000_000}
              error={wrong["maxWaiting"]}
            />
            <Count
              label={text.service}
              hint={text.serviceHint}
              unit={common.minutes}
              fractions
              min={0.1}
              value={form.serviceMinutes}
              onChange={(value) => set("serviceMinutes")(value ?? 5)}
              max={1_440}
              error={wrong["serviceMinutes"]}
            />
          </Part>
          <Part title={text.addresses}>
            <Address title={queues.joinPage} address={joinAddress(queue.id)} />
            <Address title={queues.board} address={boardAddress(queue.id)} />
            <p>
              <Link
                to="/queues/$queueId/poster"
                params={{ queueId: queue.id }}
                className={buttonClass("second")}
              >
                {text.poster}
              </Link>
            </p>
          </Part>
        </>
      )}
    </SettingsForm>
  );
}

function Address({ title, address }: { title: string; address: string }) {
  return (
    <div className="grid gap-1.5">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="justify-self-start font-semibold underline underline-offset-4"
      >
        {title}
      </a>
      <CopyLine value={address} label={title} />
    </div>
  );
}
