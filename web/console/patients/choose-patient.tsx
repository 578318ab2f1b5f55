// Somebody is looked for and chosen, in a dialog of its own.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Patient } from "../../wire/opd.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { useSettled } from "../ui/settled.ts";
import { FormProblem } from "../ui/states.tsx";
import { detailsOf } from "./details.ts";
import { list as text } from "./messages.ts";
import { patientsApi } from "./patients-api.ts";

const typingMs = 150;

interface ChooseProps {
  title: string;
  isOpen: boolean;
  /** Who cannot be chosen. */
  but: readonly string[];
  onChoose(patient: Patient): void;
  onClose(): void;
}

export function ChoosePatient({ title, isOpen, onClose, ...more }: ChooseProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Choices {...more} />
    </Dialog>
  );
}

function Choices({ but, onChoose }: Pick<ChooseProps, "but" | "onChoose">) {
  const [words, setWords] = useState("");
  const asked = useSettled(words.trim(), typingMs);
  const found = useQuery({
    queryKey: ["patients", "choice", asked],
    queryFn: ({ signal }) => patientsApi.find(asked, null, signal),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const patients =
    asked === "" ? [] : (found.data?.items ?? []).filter(({ id }) => !but.includes(id));
  return (
    <div className="grid min-h-80 content-start gap-4">
      <Field
        label={text.search}
        hint={text.searchHint}
        type="search"
        autoFocus
        maxLength={100}
        autoComplete="off"
        value={words}
        onChange={setWords}
      />
      <FormProblem error={found.error} />
      <ul className="grid max-h-96 gap-1 overflow-auto">
        {patients.map((patient) => (
          <li key={patient.id}>
            <button
              type="button"
              className="grid w-full rounded-lg px-3 py-2 text-start hover:bg-sunk"
              onClick={() => onChoose(patient)}
            >
              <bdi className="text-lg font-semibold">{patient.name}</bdi>
              <span className="text-soft">{detailsOf(patient)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.isSuccess && asked !== "" && patients.length === 0 && (
        <p role="status" className="text-soft">
          {text.nobody}
        </p>
      )}
    </div>
  );
}
