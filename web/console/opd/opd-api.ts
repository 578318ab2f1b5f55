// The reception's and the doctor's side of the API.

import { request } from "../../wire/request.ts";
import type {
  Doctor,
  DoctorRoom,
  EndedToken,
  GivenToken,
  LiveQueue,
  OpdRules,
  OpdSlot,
  Patient,
  Token,
} from "../../wire/opd.ts";
import type { Page, Schemas } from "../../wire/types.ts";
import { get, post, present } from "../api.ts";

export type TokenVerb =
  | "check-in"
  | "call"
  | "recall"
  | "skip"
  | "start"
  | "complete"
  | "cancel"
  | "no-show"
  | "put-back";

/** What is said with a call or a no-show. */
export interface Said {
  reason?: string;
  early?: boolean;
}

export type TokenWish = Schemas["TokenWish"];

export interface SlotLimits {
  capacity: number;
  emergencyReserve: number;
}

/** Without a code the doctor keeps the one they have. */
export type DoctorSettings = Pick<Doctor, "capacity" | "emergencyReserve" | "code">;

export type NewPatient = Schemas["NewPatient"];

/** More than are seen without scrolling, and not too many to look through. */
const found = 20;

async function put<T>(path: string, body: object): Promise<T> {
  return present(await request<T>(path, { method: "PUT", body }));
}

export const opdApi = {
  doctors: () => get<Page<Doctor>>("/v1/opd/doctors"),
  setLimits: (doctorId: string, { code, capacity, emergencyReserve }: DoctorSettings) =>
    put<Doctor>(`/v1/opd/doctors/${doctorId}`, {
      capacity,
      emergencyReserve,
      ...(code && { code }),
    }),

  room: (doctorId: string, date: string) =>
    get<DoctorRoom>(`/v1/opd/doctors/${doctorId}/room?date=${date}`),
  setRoom: (doctorId: string, room: Schemas["NewDoctorRoom"]) =>
    put<DoctorRoom>(`/v1/opd/doctors/${doctorId}/room`, room),

  slots: (doctorId: string, date: string, signal?: AbortSignal) =>
    get<OpdSlot[]>(`/v1/opd/slots?doctorId=${doctorId}&date=${date}`, signal),
  setSlot: (doctorId: string, slotStart: string, limits: SlotLimits) =>
    put<OpdSlot>("/v1/opd/slots", { doctorId, slotStart, ...limits }),

  patients: (words: string, signal?: AbortSignal) =>
    get<Page<Patient>>(`/v1/patients?limit=${found}&q=${encodeURIComponent(words)}`, signal),
  addPatient: async (patient: NewPatient) => present(await post<Patient>("/v1/patients", patient)),

  token: (id: string) => get<Token>(`/v1/opd/tokens/${id}`),
  /** For a slip that is printed again. */
  secret: (id: string) => get<{ secret: string }>(`/v1/opd/tokens/${id}/secret`),
  give: async (wish: TokenWish) => present(await post<GivenToken>("/v1/opd/tokens", wish)),
  act: async (tokenId: string, verb: TokenVerb, said?: Said) =>
    present(await post<Token>(`/v1/opd/tokens/${tokenId}/${verb}`, said)),
  sendOn: async (tokenId: string, queueId: string) =>
    present(await post<Token>(`/v1/opd/tokens/${tokenId}/complete`, { next: queueId })),
  ended: (doctorId: string, date: string, signal?: AbortSignal) =>
    get<Page<EndedToken>>(`/v1/opd/doctors/${doctorId}/ended?date=${date}`, signal),
  move: async (tokenId: string, to: { doctorId: string; slotStart: string }) =>
    present(await post<Token>(`/v1/opd/tokens/${tokenId}/move`, to)),

  /** For those whose doctor is away; with dryRun nobody is moved. */
  findPlaces: async (wish: Schemas["FindPlaces"]) =>
    present(await post<Schemas["FoundPlaces"]>("/v1/opd/tokens/find-places", wish)),

  /** null: nobody is left to call. */
  callNext: (doctorId: string, date: string, early: boolean) =>
    post<Token>(`/v1/opd/doctors/${doctorId}/call-next`, { date, early }),
  liveQueue: (doctorId: string, date: string, signal?: AbortSignal) =>
    get<LiveQueue>(`/v1/opd/doctors/${doctorId}/live-queue?date=${date}`, signal),

  rules: () => get<OpdRules>("/v1/opd/settings"),
  changeRules: async (rules: Partial<OpdRules>) =>
    present(await request<OpdRules>("/v1/opd/settings", { method: "PATCH", body: rules })),
};
