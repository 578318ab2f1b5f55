// Doctors, rooms and theatres from a table that a spreadsheet saved: what is wrong with it is seen before
// anything is made.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Window } from "../../wire/availability.ts";
import { common } from "../messages.ts";
import { TimezoneField, timezoneHere } from "../pages/timezone-field.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { inputClass, labelClass } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { importing as text, types, weekdays } from "./messages.ts";
import { resourcesApi, type ImportPreview, type Table } from "./resources-api.ts";

export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog wide title={text.title} isOpen={isOpen} onClose={onClose}>
      <Steps onClose={onClose} />
    </Dialog>
  );
}

const example = `data:text/csv;charset=utf-8,${encodeURIComponent(text.example)}`;

function Steps({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [csv, setCsv] = useState<string | null>(null);
  const [timezone, setTimezone] = useState(timezoneHere);
  const look = useMutation({ mutationFn: (table: Table) => resourcesApi.previewImport(table) });
  const bring = useMutation({
    mutationFn: (table: Table) => resourcesApi.import(table),
    onSuccess({ imported }) {
      for (const queryKey of [["resources"], ["departments"], ["doctors"]]) {
        void client.invalidateQueries({ queryKey });
      }
      say(text.done(imported));
      onClose();
    },
  });
  async function read(file: File | undefined) {
    look.reset();
    bring.reset();
    if (!file) return setCsv(null);
    const content = await file.text();
    setCsv(content);
    look.mutate({ csv: content, timezone });
  }
  const isRight = look.data !== undefined && look.data.wrongTotal === 0;
  return (
    <div className="grid gap-5">
      <p className="text-soft">{text.text}</p>
      <p className="text-soft">
        {text.columns}{" "}
        <a
          href={example}
          download="doctors.csv"
          className="font-semibold text-ink underline underline-offset-4"
        >
          {text.getExample}
        </a>
      </p>
      <TimezoneField
        value={timezone}
        onChange={(zone) => {
          setTimezone(zone);
          if (csv !== null) look.mutate({ csv, timezone: zone });
        }}
      />
      <label className="grid gap-1.5">
        <span className={labelClass}>{text.file}</span>
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          className={inputClass}
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </label>
      <FormProblem error={look.error ?? bring.error} />
      {look.data && <Preview preview={look.data} />}
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button
          look="main"
          isDisabled={!isRight}
          onPress={() =>
            csv !== null && !bring.isPending && !bring.isSuccess && bring.mutate({ csv, timezone })
          }
        >
          {bring.isPending ? common.saving : text.bring(isRight ? look.data.total : 0)}
        </Button>
      </DialogButtons>
    </div>
  );
}

function Preview({ preview }: { preview: ImportPreview }) {
  const { total, wrongTotal, wrong, lines, newDepartments } = preview;
  if (wrongTotal > 0) {
    return (
      <section className="grid gap-2">
        <p role="alert" className="font-semibold text-danger">
          {text.wrong(wrongTotal, total)}
        </p>
        <ul
          aria-label={text.wrongLines}
          className="max-h-[35dvh] divide-y divide-rule overflow-y-auto rounded-xl border border-rule"
        >
          {wrong.map(({ line, name, errors }) => (
            <li key={line} className="px-4 py-2">
              <span className="font-semibold">
                {text.line(line)} {name && <bdi>{name}</bdi>}
              </span>{" "}
              {errors.join("; ")}
            </li>
          ))}
          {wrongTotal > wrong.length && (
            <li className="px-4 py-2 text-soft">{text.more(wrongTotal - wrong.length)}</li>
          )}
        </ul>
      </section>
    );
  }
  return (
    <section className="grid gap-2">
      <p role="status" className="font-semibold">
        {text.right(total)}
      </p>
      {newDepartments.length > 0 && <p>{text.departments(newDepartments.join(", "))}</p>}
      <ul
        aria-label={text.lines}
        className="max-h-[35dvh] divide-y divide-rule overflow-y-auto rounded-xl border border-rule"
      >
        {lines.map(({ line, name, type, department, weekly }) => (
          <li key={line} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <span className="font-semibold">
              <bdi>{name}</bdi>
              <span className="font-normal text-soft">
                {" "}
                · {types[type]}
                {department && ` · ${department}`}
              </span>
            </span>
            <span className="text-soft">{hoursText(weekly)}</span>
          </li>
        ))}
        {total > lines.length && (
          <li className="px-4 py-2 text-soft">{text.more(total - lines.length)}</li>
        )}
      </ul>
    </section>
  );
}

/** The first hours, and how many there are. */
function hoursText(weekly: readonly Window[]): string {
  const [first, ...others] = weekly;
  if (!first) return text.noHours;
  const hours = `${weekdays[first.day]!.slice(0, 3)} ${first.start}–${first.end}`;
  return others.length > 0 ? text.andMore(hours, others.length) : hours;
}
