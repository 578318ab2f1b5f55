// The operator's side of waiting rooms.

import { request } from "../../wire/request.ts";
import type {
  AddressCount,
  ListedPosition,
  Position,
  Room,
  RoomMinute,
  RoomSettings,
  RoomStats,
} from "../../wire/rooms.ts";
import type { Page, Schemas } from "../../wire/types.ts";
import { all, get, post, present } from "../api.ts";

export type NewRoom = Schemas["NewRoom"];

/** As many as are seen without scrolling. */
const firstInLine = 10;

export const roomsApi = {
  rooms: () => all<Room>("/v1/rooms", 10),
  room: (id: string) => get<Room>(`/v1/rooms/${id}`),
  create: async (room: NewRoom) => present(await post<Room>("/v1/rooms", room)),
  change: async (id: string, changes: Partial<RoomSettings>) =>
    present(await request<Room>(`/v1/rooms/${id}`, { method: "PATCH", body: changes })),
  stats: (id: string) => get<RoomStats>(`/v1/rooms/${id}/stats`),
  history: (id: string, minutes: number) =>
    get<{ items: RoomMinute[] }>(`/v1/rooms/${id}/history?minutes=${minutes}`),
  inLine: (id: string) =>
    get<Page<ListedPosition>>(`/v1/rooms/${id}/positions?limit=${firstInLine}`),
  position: (id: string) => get<Position>(`/v1/positions/${encodeURIComponent(id)}`),
  terminate: async (id: string) => present(await post<Position>(`/v1/positions/${id}/terminate`)),
  addresses: (id: string) => get<{ items: AddressCount[] }>(`/v1/rooms/${id}/addresses`),
  revoke: async (id: string, address: string) =>
    present(await post<{ terminated: number }>(`/v1/rooms/${id}/addresses/revoke`, { address })),
};
