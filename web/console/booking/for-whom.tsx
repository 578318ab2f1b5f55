// Which patient a booking or a wait is for.

import { useRef } from "react";
import type { Patient } from "../../wire/opd.ts";
import { PatientField } from "../opd/patient-field.tsx";
import { detailsOf } from "../patients/details.ts";
import { useMayAnywhere } from "../resources/rights.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { form as text } from "./messages.ts";

export interface Chosen {
  patient: Patient | null;
  /** Somebody new is being typed in: nothing is sent before that is done, or given up. */
  isAdding: boolean;
}

interface ForWhomProps {
  chosen: Chosen;
  /** Without a patient it is refused. */
  isNeeded: boolean;
  onChosen(chosen: Chosen): void;
  error?: string | undefined;
}

/** Whoever may book for somebody else may add them: they may be new on the phone. */
export function ForWhom({ chosen, isNeeded, onChosen, error }: ForWhomProps) {
  const input = useRef<HTMLInputElement>(null);
  const finds = useMay("opd:read");
  const operates = useMay("opd:operate");
  const books = useMayAnywhere("book");
  if (!finds) return isNeeded ? <p className="text-soft">{text.mayNotFind}</p> : null;
  const { patient } = chosen;
  return (
    <div className="grid gap-1.5">
      {patient ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-wash px-4 py-2 text-on-wash">
          <p>
            <span className="text-sm">{text.patient}</span>{" "}
            <strong>
              <bdi>{patient.name}</bdi>
            </strong>{" "}
            <span className="text-sm">{detailsOf(patient)}</span>
          </p>
          <Button
            look="quiet"
            className="ms-auto text-on-wash"
            onPress={() => onChosen({ patient: null, isAdding: false })}
          >
            {text.anotherPatient}
          </Button>
        </div>
      ) : (
        <PatientField
          adds={operates || books}
          onChoose={(next) => onChosen({ patient: next, isAdding: false })}
          onAdding={(isAdding) => onChosen({ patient: null, isAdding })}
          inputRef={input}
        />
      )}
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
