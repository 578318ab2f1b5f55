// Finds a patient while somebody types, or adds one without leaving the form.

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useEffectEvent, useRef, useState, type Ref } from "react";
import {
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import type { Patient } from "../../wire/opd.ts";
import { fieldProblems } from "../problem-text.ts";
import { detailsOf } from "../patients/details.ts";
import { Alike, alikeIn } from "../patients/patient-form.tsx";
import { Key } from "../ui/button.tsx";
import { Field, inputClass, labelClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { InnerForm } from "../ui/inner-form.tsx";
import { useSettled } from "../ui/settled.ts";
import { FormProblem } from "../ui/states.tsx";
import { giving as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

const typingMs = 150;
const newPatient = "new";

interface PatientFieldProps {
  onChoose(patient: Patient): void;
  inputRef: Ref<HTMLInputElement>;
  /** Whether somebody new may be added; yes unless said. */
  adds?: boolean;
  /** What is typed of somebody new is lost with the form around it. */
  onAdding?(adding: boolean): void;
}

export function PatientField({ onChoose, inputRef, adds = true, onAdding }: PatientFieldProps) {
  const [words, setWords] = useState("");
  const [adding, setAdding] = useState(false);
  const turn = (next: boolean) => {
    setAdding(next);
    onAdding?.(next);
  };
  if (adding) {
    return (
      <NewPatient
        words={words.trim()}
        onAdded={(patient) => {
          turn(false);
          onChoose(patient);
        }}
        onCancel={() => turn(false)}
      />
    );
  }
  return (
    <PatientSearch
      words={words}
      onWords={setWords}
      onChoose={onChoose}
      onAdd={adds ? () => turn(true) : null}
      inputRef={inputRef}
    />
  );
}

interface SearchProps extends Pick<PatientFieldProps, "onChoose" | "inputRef"> {
  words: string;
  onWords(words: string): void;
  /** null: nobody new can be added. */
  onAdd: (() => void) | null;
}

function PatientSearch({ words, onWords, onChoose, onAdd, inputRef }: SearchProps) {
  const asked = useSettled(words.trim(), typingMs);
  const patients = useQuery({
    queryKey: ["patients", asked],
    queryFn: ({ signal }) => opdApi.patients(asked, signal),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    // Nothing is remembered: whoever was not found may have been added since.
    gcTime: 0,
  });
  const found = words.trim() === "" ? [] : (patients.data?.items ?? []);
  // Somebody who was pressed just as another list came is meant all the same.
  const seen = useRef(new Map<string, Patient>());
  useEffect(() => {
    for (const patient of patients.data?.items ?? []) seen.current.set(patient.id, patient);
  }, [patients.data]);
  // Asking again for the same words takes nothing away: what is pressed just then would be lost.
  const isUnknown = asked !== "" && (patients.isPending || patients.isPlaceholderData);
  const isBehind = asked !== words.trim() || isUnknown;
  // Last, and only when all are found: nothing may move under a pointer on its way.
  const items: (Patient | { id: typeof newPatient })[] =
    isBehind || !onAdd ? found : [...found, { id: newPatient }];

  function noteOn(): string | null {
    if (isBehind) return text.searching;
    if (found.length === 0) return text.nobody;
    return patients.data?.nextCursor ? text.more : null;
  }

  return (
    <ComboBox
      className="grid gap-1.5"
      items={items}
      inputValue={words}
      onInputChange={onWords}
      // The server decides who matches.
      defaultFilter={() => true}
      selectedKey={null}
      onSelectionChange={(key) => {
        if (key === null) return;
        if (key === newPatient) onAdd?.();
        const patient = seen.current.get(String(key));
        if (patient) onChoose(patient);
      }}
      menuTrigger="input"
      allowsEmptyCollection
      allowsCustomValue
    >
      <OpenWhenFound words={isBehind ? "" : asked} />
      <Label className={labelClass}>{text.patient}</Label>
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-soft">
          <Icon name="search" />
        </span>
        <Input
          ref={inputRef}
          placeholder={text.search}
          autoComplete="off"
          className={`${inputClass} min-h-13 ps-10 pe-10 text-lg`}
        />
        <span className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-soft">
          {words === "" && <Key>/</Key>}
        </span>
      </div>
      <Popover className="appear w-(--trigger-width) max-h-[28rem] overflow-auto rounded-xl border border-rule bg-card p-1.5 shadow-card">
        <p className="px-3 py-1 text-sm text-soft empty:hidden" role="status">
          {noteOn()}
        </p>
        <ListBox<(typeof items)[number]> className="outline-none" aria-label={text.patient}>
          {(item) =>
            "name" in item ? (
              <PatientOption patient={item} />
            ) : (
              <ListBoxItem
                id={newPatient}
                textValue={text.addNew(words.trim())}
                className="flex cursor-pointer items-center gap-2 rounded-lg px-3 py-2 font-semibold text-accent outline-none focused:bg-sunk"
              >
                <Icon name="plus" />
                {text.addNew(words.trim())}
              </ListBoxItem>
            )
          }
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** A list closes when the page scrolls under it; who is found is shown all the same. */
function OpenWhenFound({ words }: { words: string }) {
  const list = useContext(ComboBoxStateContext);
  const open = useEffectEvent(() => {
    if (list?.isFocused) list.open(null, "input");
  });
  useEffect(() => {
    if (words !== "") open();
  }, [words]);
  return null;
}

function PatientOption({ patient }: { patient: Patient }) {
  const details = detailsOf(patient);
  return (
    <ListBoxItem
      id={patient.id}
      textValue={patient.name}
      className="grid cursor-pointer rounded-lg px-3 py-2 outline-none focused:bg-sunk"
    >
      <Text slot="label" className="text-lg font-semibold leading-tight">
        <bdi>{patient.name}</bdi>
      </Text>
      {details && (
        <Text slot="description" className="text-soft">
          {details}
        </Text>
      )}
    </ListBoxItem>
  );
}

interface NewPatientProps {
  /** What was searched for in vain: a name, or digits of a phone. */
  words: string;
  onAdded(patient: Patient): void;
  onCancel(): void;
}

function NewPatient({ words, onAdded, onCancel }: NewPatientProps) {
  const isPhone = /^\+?[\d ()./-]{5,}$/.test(words);
  const [name, setName] = useState(isPhone ? "" : words);
  const [phone, setPhone] = useState(isPhone ? words : "");
  const [externalId, setExternalId] = useState("");
  const add = useMutation({
    mutationFn: (allowDuplicate: boolean) =>
      opdApi.addPatient({
        name: name.trim(),
        allowDuplicate,
        ...(phone.trim() && { phone: phone.trim() }),
        ...(externalId.trim() && { externalId: externalId.trim() }),
      }),
    onSuccess: onAdded,
  });
  const { alike, error } = alikeIn(add.error);
  const wrong = fieldProblems(error);

  return (
    <InnerForm
      label={text.newTitle}
      action={add.isPending ? text.adding : text.add}
      onSend={() => !add.isPending && !add.isSuccess && add.mutate(false)}
      onCancel={onCancel}
    >
      <Field
        label={text.name}
        isRequired
        autoFocus={name === "" || !isPhone}
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={wrong["name"]}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={text.phone}
          optional
          type="tel"
          maxLength={24}
          autoComplete="off"
          value={phone}
          onChange={setPhone}
          error={wrong["phone"]}
        />
        <Field
          label={text.externalId}
          optional
          maxLength={64}
          autoComplete="off"
          value={externalId}
          onChange={setExternalId}
          error={wrong["externalId"]}
        />
      </div>
      <Alike patients={alike} onUse={onAdded} onAnyway={() => add.mutate(true)} />
      <FormProblem error={Object.keys(wrong).length > 0 ? null : error} />
    </InnerForm>
  );
}
