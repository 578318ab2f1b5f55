// Waiting rooms.

import type { Schemas } from "./types.ts";

export type Room = Schemas["Room"];
export type RoomPageSettings = Room["page"];
/** What the operator sets. */
export type RoomSettings = Omit<
  Room,
  "id" | "hostServed" | "hostProofMissing" | "draw" | "jwksUrl" | "createdAt"
>;

export type RoomStats = Schemas["RoomStats"];
export type RoomMinute = Schemas["RoomHistory"]["items"][number];
export type Position = Schemas["Position"];
export type PositionStatus = Position["status"];
export type ListedPosition = Schemas["ListedPosition"];
export type AddressCount = Schemas["RoomAddresses"]["items"][number];
