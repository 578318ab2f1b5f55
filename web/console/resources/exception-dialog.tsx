// Closing or opening a time: what, then what would come of it, then doing it.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { addDays, instantOf } from "../../look/zone-time.ts";
import type { Conflicts, NewException, Preview, Resource } from "../../wire/availability.ts";
import { common } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DateField, Field } from "../ui/field.tsx";
import { Moment } from "../ui/moment.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { Affected, ConflictChoice, settledInWords } from "./affected.tsx";
import { conflicts as conflictText, exceptions as text } from "./messages.ts";
import { resourcesApi } from "./resources-api.ts";

interface ExceptionDialogProps {
  resource: Resource;
  date: string;
  /** null: not open. */
  kind: "close" | "open" | null;
  onClose(): void;
}

export function ExceptionDialog({ resource, date, kind, onClose }: ExceptionDialogProps) {
  const title = kind === "open" ? text.openTitle : text.closeTitle;
  return (
    <Dialog wide title={title} isOpen={kind !== null} onClose={onClose}>
      {kind && (
        <ExceptionForm
          key={`${kind} ${date}`}
          resource={resource}
          date={date}
          opens={kind === "open"}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface FormProps {
  resource: Resource;
  date: string;
  opens: boolean;
  onClose(): void;
}

function ExceptionForm({ resource, date, opens, onClose }: FormProps) {
  const [span, setSpan] = useState<"days" | "hours">(opens ? "hours" : "days");
  const [from, setFrom] = useState({ date, time: "09:00" });
  const [until, setUntil] = useState({ date, time: "12:00" });
  const [reason, setReason] = useState("");
  const [foreseen, setForeseen] = useState<{ change: NewException; preview: Preview } | null>(null);
  const look = useMutation({
    mutationFn: (change: NewException) =>
      resourcesApi.preview(resource.id, opens ? change : { ...change, conflicts: "move" }),
    onSuccess: (preview, change) => setForeseen({ change, preview }),
  });
  const wrong = fieldProblems(look.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (look.isPending) return;
    const isDays = span === "days";
    look.mutate({
      available: opens,
      start: isDays ? from.date : instantOf(from.date, from.time, resource.timezone),
      end: isDays ? addDays(until.date, 1) : instantOf(until.date, until.time, resource.timezone),
      reason: reason.trim() || null,
    });
  }

  if (foreseen) {
    return (
      <Confirmation
        resource={resource}
        {...foreseen}
        onBack={() => setForeseen(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Radios
        label={text.span}
        options={[
          { id: "days" as const, name: text.days },
          { id: "hours" as const, name: text.hours },
        ]}
        value={span}
        onChange={setSpan}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {span === "days" ? (
          <>
            <DateField
              label={text.firstDay}
              isRequired
              value={from.date}
              onChange={(value) => {
                setFrom({ ...from, date: value });
                if (value > until.date) setUntil({ ...until, date: value });
              }}
              error={wrong["start"]}
            />
            <DateField
              label={text.lastDay}
              isRequired
              value={until.date}
              onChange={(value) => setUntil({ ...until, date: value })}
              error={wrong["end"]}
            />
          </>
        ) : (
          <>
            <Moment label={text.from} value={from} onChange={setFrom} />
            <Moment label={text.until} value={until} onChange={setUntil} />
          </>
        )}
      </div>
      <Field
        label={text.reason}
        hint={text.reasonHint}
        optional
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      {opens && <p className="text-soft">{text.slotsText}</p>}
      <FormProblem error={look.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {text.look}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ConfirmationProps {
  resource: Resource;
  change: NewException;
  preview: Preview;
  onBack(): void;
  onClose(): void;
}

function Confirmation({ resource, change, preview, onBack, onClose }: ConfirmationProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [conflicts, setConflicts] = useState<Conflicts>("move");
  const total = preview.outsideTotal;
  const save = useMutation({
    mutationFn: () =>
      resourcesApi.addException(resource.id, { ...change, ...(total > 0 && { conflicts }) }),
    onSuccess({ settled }) {
      void client.invalidateQueries({ queryKey: ["availability", resource.id] });
      void client.invalidateQueries({ queryKey: ["opd"] });
      say(`${text.saved} ${settledInWords(settled)}`.trim());
      onClose();
    },
  });
  const moved = conflicts === "move" ? preview.settled : keptAll(preview);
  return (
    <div className="grid gap-5">
      <p className="text-lg">{text.result(preview.slots.length)}</p>
      {total === 0 ? (
        <p>{text.nobody}</p>
      ) : (
        <>
          <h3 className="text-lg font-bold">{conflictText.title(total)}</h3>
          <ConflictChoice value={conflicts} onChange={setConflicts} />
          <Affected resource={resource} outside={preview.outside} total={total} settled={moved} />
        </>
      )}
      <FormProblem error={save.error} />
      <DialogButtons>
        <Button onPress={onBack}>{common.back}</Button>
        <Button
          look="main"
          onPress={() => {
            if (!save.isPending && !save.isSuccess) save.mutate();
          }}
        >
          {save.isPending ? common.saving : change.available ? text.confirmOpen : text.confirmClose}
        </Button>
      </DialogButtons>
    </div>
  );
}

const keptAll = (preview: Preview) =>
  preview.outside.map((claim) => ({ ...claim, outcome: "kept" as const, movedTo: null }));
