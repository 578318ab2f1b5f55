// Closing many at once, such as on a holiday of the whole hospital: which days and whom, then who relies on
// that time, then doing it.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { addDays, dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Conflicts, Department, Resource } from "../../wire/availability.ts";
import { serverNow } from "../../wire/request.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DateField, Field } from "../ui/field.tsx";
import { ManyPicker } from "../ui/many-picker.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem, Loading } from "../ui/states.tsx";
import { ConflictChoice, settledInWords } from "./affected.tsx";
import { useDepartments } from "./departments.tsx";
import { closing as text, conflicts as conflictText, exceptions, types } from "./messages.ts";
import {
  resourcesApi,
  type Closing,
  type ClosingPreview,
  type ClosingResult,
} from "./resources-api.ts";

export function ClosingDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog wide title={text.title} isOpen={isOpen} onClose={onClose}>
      <Steps onClose={onClose} />
    </Dialog>
  );
}

function Steps({ onClose }: { onClose(): void }) {
  const departments = useDepartments();
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const [foreseen, setForeseen] = useState<{ closing: Closing; preview: ClosingPreview } | null>(
    null,
  );
  if (resources.isError) return <FormProblem error={resources.error} />;
  if (!resources.data) return <Loading />;
  const active = resources.data.items.filter((one) => one.active);
  if (foreseen) {
    return (
      <Confirmation
        {...foreseen}
        resources={active}
        onBack={() => setForeseen(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <Choice
      resources={active}
      departments={departments}
      onSeen={(closing, preview) => setForeseen({ closing, preview })}
      onClose={onClose}
    />
  );
}

interface ChoiceProps {
  resources: Resource[];
  departments: Department[];
  onSeen(closing: Closing, preview: ClosingPreview): void;
  onClose(): void;
}

function Choice({ resources, departments, onSeen, onClose }: ChoiceProps) {
  const today = dateIn(serverNow(), resources[0]?.timezone ?? "UTC");
  const [first, setFirst] = useState(today);
  const [last, setLast] = useState(today);
  const [reason, setReason] = useState("");
  const [whom, setWhom] = useState<"all" | "chosen">("all");
  const [chosen, setChosen] = useState<string[]>([]);
  const resourceIds = whom === "all" ? resources.map(({ id }) => id) : chosen;
  const look = useMutation({
    mutationFn: (closing: Closing) => resourcesApi.previewClosing(closing),
    onSuccess: (preview, closing) => onSeen(closing, preview),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (look.isPending || resourceIds.length === 0) return;
    look.mutate({
      resourceIds,
      available: false,
      start: first,
      end: addDays(last, 1),
      reason: reason.trim() || null,
    });
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <p className="text-soft">{text.text}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={exceptions.firstDay}
          isRequired
          value={first}
          onChange={(date) => {
            setFirst(date);
            if (date > last) setLast(date);
          }}
        />
        <DateField label={exceptions.lastDay} isRequired value={last} onChange={setLast} />
      </div>
      <Field
        label={exceptions.reason}
        hint={exceptions.reasonHint}
        optional
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <Radios
        label={text.whom}
        options={[
          { id: "all" as const, name: text.all(resources.length) },
          { id: "chosen" as const, name: text.chosen },
        ]}
        value={whom}
        onChange={setWhom}
      />
      {whom === "chosen" && (
        <ManyPicker
          label={text.who}
          items={resources.map(({ id, name, type, departmentId }) => ({
            id,
            name,
            text: types[type],
            group: departments.find((one) => one.id === departmentId)?.name,
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <FormProblem error={look.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main" isDisabled={resourceIds.length === 0 || first === ""}>
          {look.isPending ? text.looking : exceptions.look}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ConfirmationProps {
  closing: Closing;
  preview: ClosingPreview;
  resources: Resource[];
  onBack(): void;
  onClose(): void;
}

function Confirmation({ closing, preview, resources, onBack, onClose }: ConfirmationProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [conflicts, setConflicts] = useState<Conflicts>("move");
  const [done, setDone] = useState(0);
  const total = closing.resourceIds.length;
  const save = useMutation({
    mutationFn: () =>
      resourcesApi.close({ ...closing, ...(preview.outsideTotal > 0 && { conflicts }) }, setDone),
    onSuccess(results) {
      for (const queryKey of [["availability"], ["opd"]]) {
        void client.invalidateQueries({ queryKey });
      }
      if (results.some(({ refusal }) => refusal !== null)) return;
      const settled = results.flatMap((one) => one.settled);
      say(`${text.saved(results.length)} ${settledInWords(settled)}`.trim());
      onClose();
    },
  });
  const zoneOf = (id: string) => resources.find((one) => one.id === id)?.timezone ?? "UTC";
  const left = save.data?.filter(({ refusal }) => refusal !== null) ?? [];
  if (left.length > 0) return <Left results={left} total={total} onClose={onClose} />;
  return (
    <div className="grid gap-5">
      <p className="text-lg">{text.result(total, daysOf(closing))}</p>
      {preview.outsideTotal === 0 ? (
        <p>{exceptions.nobody}</p>
      ) : (
        <>
          <h3 className="text-lg font-bold">{conflictText.title(preview.outsideTotal)}</h3>
          <ConflictChoice value={conflicts} onChange={setConflicts} />
          <ul
            aria-label={text.outside}
            className="max-h-[40dvh] divide-y divide-rule overflow-y-auto rounded-xl border border-rule"
          >
            {preview.outside.map((one) => (
              <li key={one.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
                <span className="font-semibold">
                  <bdi>{one.resourceName}</bdi>
                  <span className="font-normal text-soft"> · {one.label}</span>
                </span>
                <span className="tabular-nums">{moment(one.start, zoneOf(one.resourceId))}</span>
              </li>
            ))}
            {preview.outsideTotal > preview.outside.length && (
              <li className="px-4 py-2 text-soft">
                {conflictText.more(preview.outsideTotal - preview.outside.length)}
              </li>
            )}
          </ul>
        </>
      )}
      <FormProblem error={save.error} />
      <p role="status" className="text-soft empty:hidden">
        {save.isPending && text.progress(done, total)}
      </p>
      <DialogButtons>
        <Button onPress={onBack} isDisabled={save.isPending}>
          {common.back}
        </Button>
        <Button look="main" onPress={() => !save.isPending && !save.isSuccess && save.mutate()}>
          {save.isPending ? common.saving : text.confirm(total)}
        </Button>
      </DialogButtons>
    </div>
  );
}

/** Those that could not be closed, and why. */
function Left({
  results,
  total,
  onClose,
}: {
  results: ClosingResult[];
  total: number;
  onClose(): void;
}) {
  return (
    <div className="grid gap-5">
      <p role="alert">{text.left(results.length, total)}</p>
      <ul className="max-h-[45dvh] divide-y divide-rule overflow-y-auto rounded-xl border border-rule">
        {results.map(({ resourceId, name, refusal }) => (
          <li key={resourceId} className="grid px-4 py-2">
            <span className="font-semibold">
              <bdi>{name}</bdi>
            </span>
            <span className="text-soft">{refusal?.detail}</span>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button look="main" onPress={onClose}>
          {common.close}
        </Button>
      </DialogButtons>
    </div>
  );
}

const short: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

function moment(at: string, timezone: string): string {
  return `${dateText(dateIn(at, timezone), short)}, ${timeIn(at, timezone)}`;
}

function daysOf({ start, end }: Closing): string {
  const last = addDays(end, -1);
  const from = dateText(start, { weekday: "short", ...short });
  return start === last ? from : `${from} – ${dateText(last, { weekday: "short", ...short })}`;
}
