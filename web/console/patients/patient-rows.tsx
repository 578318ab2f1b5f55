import { Link } from "@tanstack/react-router";
import type { Patient } from "../../wire/opd.ts";
import { detailsOf } from "./details.ts";

export function PatientRows({ patients }: { patients: Patient[] }) {
  return (
    <ul className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card">
      {patients.map((patient) => (
        <li key={patient.id}>
          <Link
            to="/patients/$patientId"
            params={{ patientId: patient.id }}
            className="flex min-h-15 flex-wrap items-center gap-x-4 px-5 py-2 hover:bg-sunk -outline-offset-3"
          >
            <bdi className="text-lg font-semibold">{patient.name}</bdi>
            <span className="ms-auto text-soft tabular-nums">{detailsOf(patient)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
