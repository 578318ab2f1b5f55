// What the pages about patients ask of the server.

import type { Booking } from "../../wire/booking.ts";
import type { Patient, Visit } from "../../wire/opd.ts";
import { request } from "../../wire/request.ts";
import type { Page, Schemas } from "../../wire/types.ts";
import { get, post, present } from "../api.ts";

export type NewPatient = Schemas["NewPatient"];
export type Merged = Schemas["MergedPatients"];
export type FieldName = Exclude<keyof Patient, "id">;

const atOnce = 30;
const from = (cursor: string | null) => (cursor ? `&cursor=${encodeURIComponent(cursor)}` : "");

export const patientsApi = {
  find: (words: string, cursor: string | null, signal?: AbortSignal) =>
    get<Page<Patient>>(
      `/v1/patients?limit=${atOnce}&q=${encodeURIComponent(words)}${from(cursor)}`,
      signal,
    ),
  patient: (id: string) => get<Patient>(`/v1/patients/${id}`),
  add: async (patient: NewPatient) => present(await post<Patient>("/v1/patients", patient)),
  change: async (id: string, patch: Partial<Omit<Patient, "id">>) =>
    present(await request<Patient>(`/v1/patients/${id}`, { method: "PATCH", body: patch })),
  visits: (id: string, cursor: string | null) =>
    get<Page<Visit>>(`/v1/patients/${id}/visits?limit=${atOnce}${from(cursor)}`),
  bookings: (id: string) => get<Page<Booking>>(`/v1/bookings?patientId=${id}&limit=50`),
  duplicates: (id: string) => get<{ items: Patient[] }>(`/v1/patients/${id}/duplicates`),
  family: (id: string) => get<{ items: Patient[] }>(`/v1/patients/${id}/family`),
  joinFamily: (id: string, patientId: string) =>
    post<{ items: Patient[] }>(`/v1/patients/${id}/family`, { patientId }),
  leaveFamily: (id: string) => request(`/v1/patients/${id}/family`, { method: "DELETE" }),
  merge: async (id: string, patientId: string, take: FieldName[], dryRun: boolean) =>
    present(await post<Merged>(`/v1/patients/${id}/merge`, { patientId, take, dryRun })),
};
