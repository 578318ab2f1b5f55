// Weekly hours: how long a slot is, how many fit into it, and when. The slots that follow are shown before
// anything is saved, with whom it would push out.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState, type FormEvent } from "react";
import { addDays, dateIn } from "../../look/zone-time.ts";
import {
  isForOne,
  type Availability,
  type Conflicts,
  type Hours,
  type Resource,
  type ResourceType,
} from "../../wire/availability.ts";
import { serverNow } from "../../wire/request.ts";
import { common } from "../messages.ts";
import { fieldProblems, sayProblem } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Count, DateField } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Part } from "../ui/part.tsx";
import { FormProblem } from "../ui/states.tsx";
import { Affected, ConflictChoice, settledInWords } from "./affected.tsx";
import { CopyHours } from "./copy-hours.tsx";
import { HoursHistory } from "./hours-history.tsx";
import { conflicts as conflictText, hours as text, preview as previewText } from "./messages.ts";
import { resourcesApi } from "./resources-api.ts";
import { SlotsPreview } from "./slots-preview.tsx";
import { WeekGrid } from "./week-grid.tsx";
import { WeekList } from "./week-list.tsx";
import { edited, isComplete, plain, type EditedWindow } from "./week.ts";

interface HoursFormProps {
  resource: Resource;
  availability: Availability;
  isReadOnly: boolean;
}

interface Form extends Omit<Hours, "weekly"> {
  windows: EditedWindow[];
}

function formOf(
  hours: Omit<Hours, "validFrom" | "validTill"> | undefined,
  type: ResourceType,
  today: string,
): Form {
  return {
    validFrom: today,
    validTill: null,
    slotMinutes: hours?.slotMinutes ?? 30,
    tokensPerSlot: hours?.tokensPerSlot ?? (type === "doctor" ? 10 : 1),
    windows: edited(hours?.weekly ?? []),
  };
}

export function HoursForm({ resource, availability, isReadOnly }: HoursFormProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const today = dateIn(serverNow(), resource.timezone);
  const inForce = availability.configurations.find(({ status }) => status === "present");
  const [form, setForm] = useState(() => formOf(inForce, resource.type, today));
  const [isConfirmed, setConfirmed] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [conflicts, setConflicts] = useState<Conflicts>("move");
  const [week, setWeek] = useState<string | null>(null);
  const set = (change: Partial<Form>) => {
    setTouched(true);
    setForm((now) => ({ ...now, ...change }));
  };

  const { windows, ...rest } = form;
  const hours: Hours = { ...rest, weekly: plain(windows) };
  const from = week ?? (form.validFrom > today ? form.validFrom : today);
  const asksForSeveral = isForOne(resource.type) && form.tokensPerSlot > 1;
  const preview = usePreview(resource, hours, isComplete(windows), conflicts, from, isReadOnly);
  const outside = isTouched ? (preview.data?.outsideTotal ?? 0) : 0;

  const save = useMutation({
    mutationFn: () =>
      resourcesApi.setHours(resource.id, {
        ...hours,
        ...(asksForSeveral && { confirmSeveral: isConfirmed }),
        ...(outside > 0 && { conflicts }),
      }),
    async onSuccess({ settled }) {
      await client.invalidateQueries({ queryKey: ["availability", resource.id] });
      void client.invalidateQueries({ queryKey: ["opd"] });
      setTouched(false);
      say(`${text.saved} ${settledInWords(settled)}`.trim());
    },
    // Somebody came in between: the list is looked at again.
    onError: () => void preview.refetch(),
  });
  const wrong = fieldProblems(save.error ?? preview.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && isTouched) save.mutate();
  }

  return (
    <form onSubmit={submit} className="grid gap-6">
      <Part title={text.title} about={isReadOnly ? "" : text.text}>
        <fieldset disabled={isReadOnly} className="contents">
          <div className="flex flex-wrap gap-x-8 gap-y-5">
            <Count
              label={text.slotMinutes}
              unit={common.minutes}
              value={form.slotMinutes}
              onChange={(value) => set({ slotMinutes: value ?? 30 })}
              max={1_440}
              error={wrong["slotMinutes"]}
            />
            <Count
              label={resource.type === "doctor" ? text.tokensPerSlot : text.atOnce}
              unit={resource.type === "doctor" ? text.patients : text.bookings}
              value={form.tokensPerSlot}
              onChange={(value) => {
                setConfirmed(false);
                set({ tokensPerSlot: value ?? 1 });
              }}
              max={10_000}
              error={wrong["tokensPerSlot"]}
            />
            <DateField
              label={text.validFrom}
              isRequired
              value={form.validFrom}
              onChange={(validFrom) => set({ validFrom })}
              error={wrong["validFrom"]}
            />
            <DateField
              label={text.validTill}
              hint={text.validTillHint}
              optional
              value={form.validTill ?? ""}
              onChange={(value) => set({ validTill: value || null })}
              error={wrong["validTill"]}
            />
          </div>
          {asksForSeveral && isTouched && (
            <div className="grid gap-1 rounded-xl bg-warn px-5 py-4 text-on-warn">
              <p className="font-bold">{text.several(form.tokensPerSlot, resource.name)}</p>
              <Check isRequired isSelected={isConfirmed} onChange={setConfirmed}>
                {text.confirmSeveral}
              </Check>
            </div>
          )}
          <WeekGrid
            windows={windows}
            slotMinutes={form.slotMinutes}
            onChange={(next) => !isReadOnly && set({ windows: next })}
          />
          <WeekList
            windows={windows}
            slotMinutes={form.slotMinutes}
            onChange={(next) => set({ windows: next })}
          />
        </fieldset>
        <WindowProblems wrong={wrong} />
        <SlotsPreview
          slots={
            preview.isError || preview.isPlaceholderData ? null : (preview.data?.slots ?? null)
          }
          timezone={resource.timezone}
          from={from}
          note={noteOn(preview, isComplete(windows))}
          onFrom={setWeek}
        />
        {outside > 0 && (
          <div className="grid gap-4 rounded-xl bg-warn p-5 text-on-warn">
            <h3 className="text-lg font-bold">{conflictText.title(outside)}</h3>
            <ConflictChoice value={conflicts} onChange={setConflicts} />
            <Affected
              resource={resource}
              outside={preview.data?.outside ?? []}
              total={outside}
              settled={preview.data?.settled}
            />
          </div>
        )}
        {!isReadOnly && (
          <CopyHours
            resource={resource}
            onCopy={(other) => set(formOf(other, resource.type, today))}
          />
        )}
        <HoursHistory
          configurations={availability.configurations}
          timezone={resource.timezone}
          onUse={isReadOnly ? null : (old) => set(formOf(old, resource.type, today))}
        />
      </Part>
      {!isReadOnly && (
        <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-rule bg-paper px-4 py-4">
          <FormProblem error={save.error} />
          <div className="flex flex-wrap items-center justify-end gap-4">
            <p className="text-soft" aria-live="polite">
              {isTouched && text.unsaved}
            </p>
            <Button type="submit" look="main" isDisabled={!isTouched || !isComplete(windows)}>
              {save.isPending ? common.saving : text.save}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

/** The server says what would come of it, a moment after the last change. */
function usePreview(
  resource: Resource,
  hours: Hours,
  isReady: boolean,
  conflicts: Conflicts,
  from: string,
  isReadOnly: boolean,
) {
  const asked = useDeferredValue(JSON.stringify({ ...hours, conflicts }));
  return useQuery({
    queryKey: ["preview", resource.id, asked, from],
    queryFn: ({ signal }) =>
      resourcesApi.preview(
        resource.id,
        JSON.parse(asked) as Hours,
        { from, to: addDays(from, 7) },
        signal,
      ),
    enabled: isReady && !isReadOnly && hours.validFrom !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

function noteOn(
  preview: { isError: boolean; isFetching: boolean; error: unknown; data: unknown },
  isReady: boolean,
): string | null {
  if (!isReady) return previewText.incomplete;
  if (preview.isError) return sayProblem(preview.error);
  return preview.data ? null : previewText.looking;
}

/** What is wrong with single hours; the server says which. */
function WindowProblems({ wrong }: { wrong: Record<string, string> }) {
  const about = Object.entries(wrong).filter(([field]) => field.startsWith("weekly"));
  return (
    <div role="alert" className="empty:hidden">
      {about.length > 0 && (
        <ul className="grid gap-1 rounded-lg bg-danger-wash px-4 py-3 font-semibold text-danger">
          {about.map(([field, message]) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
