// Waiting rooms as the server tells of them.

import type { QueueState, WaitRange } from "./types.ts";

export type RoomPolicy = "strict" | "skip-ahead";
export type PositionStatus = "WAITING" | "ADMITTED" | "ACTIVE" | "COMPLETED" | "EXPIRED";

export interface RoomPageSettings {
  logo: string | null;
  accent: string | null;
  background: string | null;
  languages: string[];
  texts: Record<string, { title?: string | undefined; intro?: string | undefined }>;
}

export interface KnownUser {
  customerId: string;
  eventId: string;
  secretKey: string;
}

export interface RoomSettings {
  name: string;
  targetUrl: string;
  maxActive: number;
  admitPerSecond: number;
  maxWaiting: number | null;
  policy: RoomPolicy;
  ageingSeconds: number | null;
  heartbeatSeconds: number;
  sessionMinutes: number;
  state: QueueState;
  opensAt: string | null;
  message: string | null;
  joinsPerAddressPerMinute: number;
  challengeBits: number;
  hostName: string | null;
  openPaths: string[];
  knownUser: KnownUser | null;
  page: RoomPageSettings;
}

export interface HostProofMissing {
  since: string;
  servedUntil: string;
  record: { name: string; value: string };
  file: { url: string };
}

export interface Room extends RoomSettings {
  id: string;
  hostServed: boolean;
  hostProofMissing: HostProofMissing | null;
  draw: { seedHash: string; seed: string | null };
  jwksUrl: string;
  createdAt: string;
}

export interface RoomStats {
  waiting: number;
  admitted: number;
  active: number;
  expired: number;
  completed: number;
  joined: number;
  maxActive: number;
  lastAdmissionAt: string | null;
  averageWaitSeconds: number | null;
  averageSessionSeconds: number | null;
  admissionsPerSecond: number;
  arrivalsPerSecond: number;
  abandonedPerMinute: number;
  quarantineUntil: string | null;
}

export interface RoomMinute {
  minute: string;
  joined: number;
  admitted: number;
  started: number;
  completed: number;
  expired: number;
  averageWaitSeconds: number | null;
}

export interface Position {
  id: string;
  status: PositionStatus;
  reason: string | null;
  priority: number;
  position: number | null;
  ahead: number | null;
  estimatedWait: WaitRange | null;
  joinedAt: string;
  admittedAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
}

export interface ListedPosition {
  id: string;
  status: PositionStatus;
  priority: number;
  drawn: boolean;
  joinedAt: string;
  address: string | null;
}

export interface AddressCount {
  address: string;
  positions: number;
}
