// The receptionist's form: who, how they came, and the token is given. What the server answers is
// shown big, to be read out.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { dateText, timeIn } from "../../look/zone-time.ts";
import {
  sources,
  type Doctor,
  type GivenToken,
  type OpdSlot,
  type Patient,
  type Source,
} from "../../wire/opd.ts";
import { asProblem } from "../../../client/transport/problem.ts";
import { sayProblem } from "../problem-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Radios } from "../ui/choice.tsx";
import { Icon } from "../ui/icons.tsx";
import { giving as text, sourceNames } from "./messages.ts";
import { opdApi } from "./opd-api.ts";
import { detailsOf } from "../patients/details.ts";
import { PatientField } from "./patient-field.tsx";

const sourceOptions = sources
  .filter((id) => id !== "emergency")
  .map((id) => ({ id, name: sourceNames[id] }));

interface GiveTokenProps {
  doctor: Doctor;
  date: string;
  slot: OpdSlot;
  searchRef: RefObject<HTMLInputElement | null>;
  onGiven(token: GivenToken): void;
  onShow(tokenId: string): void;
}

export function GiveToken({ doctor, date, slot, searchRef, onGiven, onShow }: GiveTokenProps) {
  const [patient, setPatient] = useState<Patient | null>(null);
  const [source, setSource] = useState<Source>("walk_in");
  const [allowAlternative, setAlternative] = useState(true);
  const giveButton = useRef<HTMLButtonElement>(null);
  const give = useMutation({
    mutationFn: (emergency: boolean) =>
      opdApi.give({
        patientId: patient!.id,
        doctorId: doctor.id,
        slotStart: slot.start,
        source,
        emergency,
        allowAlternative,
      }),
    onSuccess: onGiven,
  });

  useEffect(() => {
    // One Enter chose the patient, the next one gives the token.
    if (patient) giveButton.current?.focus();
  }, [patient]);

  function choose(next: Patient | null) {
    give.reset();
    setPatient(next);
  }
  function submit(emergency: boolean) {
    if (!patient || give.isPending || give.isSuccess) return;
    give.mutate(emergency);
  }

  const time = timeIn(slot.start, doctor.timezone);
  const day = dateText(date, { weekday: "short", day: "numeric", month: "short" });
  return (
    <section
      aria-labelledby="give-title"
      className="grid gap-5 rounded-2xl border border-rule bg-card p-5 shadow-card"
    >
      <div className="grid gap-0.5">
        <h2 id="give-title" className="text-2xl font-bold">
          {text.title}
        </h2>
        <p className="text-lg">
          <bdi>{text.forSlot(time, day, doctor.name)}</bdi>
        </p>
      </div>
      {patient ? (
        <Chosen patient={patient} onChange={() => choose(null)} />
      ) : (
        <PatientField onChoose={choose} inputRef={searchRef} />
      )}
      <Radios label={text.source} options={sourceOptions} value={source} onChange={setSource} />
      <Check isSelected={allowAlternative} onChange={setAlternative}>
        {text.alternative}
      </Check>
      {slot.open === 0 && (
        <p className="rounded-lg bg-warn px-4 py-2.5 text-on-warn">
          {allowAlternative ? text.fullHint(time) : text.fullWaitHint(time)}
        </p>
      )}
      <GiveProblem
        error={give.error}
        patient={patient}
        timezone={doctor.timezone}
        onShow={onShow}
      />
      <div className="grid gap-2">
        <Button
          ref={giveButton}
          look="main"
          className="min-h-14 text-xl"
          isDisabled={!patient}
          onPress={() => submit(false)}
        >
          {give.isPending ? text.giving : text.give}
        </Button>
        <Button
          look="danger"
          className="min-h-13 text-lg"
          isDisabled={!patient}
          aria-describedby="emergency-hint"
          onPress={() => submit(true)}
        >
          <Icon name="urgent" />
          {text.emergency}
        </Button>
        <p id="emergency-hint" className="text-sm text-soft">
          {text.emergencyHint}
        </p>
      </div>
    </section>
  );
}

function Chosen({ patient, onChange }: { patient: Patient; onChange(): void }) {
  return (
    <div className="flex items-center gap-3 rounded-xl border-[1.5px] border-accent bg-wash ps-4 pe-1 py-2 text-on-wash">
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-xl font-bold">
          <bdi>{patient.name}</bdi>
        </span>
        <span className="truncate">{detailsOf(patient)}</span>
      </span>
      <IconButton label={text.change} onPress={onChange} className="text-inherit">
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

interface ProblemProps {
  error: unknown;
  patient: Patient | null;
  timezone: string;
  onShow(tokenId: string): void;
}

function GiveProblem({ error, patient, timezone, onShow }: ProblemProps) {
  if (!error) return <div role="alert" className="hidden" />;
  const { code, problem } = asProblem(error);
  const tokenId =
    code === "DUPLICATE_TOKEN" ? (problem["tokenId"] as string | undefined) : undefined;
  const tried = (problem["slotsTried"] as string[] | undefined) ?? [];
  return (
    <div role="alert" className="rounded-lg bg-danger-wash px-4 py-3 font-semibold text-danger">
      <p>{tokenId && patient ? text.duplicate(patient.name) : sayProblem(error)}</p>
      {tried.length > 0 && (
        <p className="font-normal">{text.tried(tried.map((at) => timeIn(at, timezone)))}</p>
      )}
      {tokenId && (
        <Button className="mt-2" onPress={() => onShow(tokenId)}>
          {text.showIt}
        </Button>
      )}
    </div>
  );
}
