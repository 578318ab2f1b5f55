// What the server sends, as the pages use it.

export type QueueState = "open" | "paused" | "closed";
export type TicketStatus = "WAITING" | "CALLED" | "SERVING" | "SERVED" | "CANCELLED" | "NO_SHOW";
export type Role = "owner" | "admin" | "staff" | "viewer";
export type NumberReset = "never" | "daily" | "weekly";

export interface WaitRange {
  fromSeconds: number;
  toSeconds: number;
}

export interface Priority {
  key: string;
  label: string;
}

export interface Queue {
  id: string;
  name: string;
  prefix: string;
  timezone: string;
  numberReset: NumberReset;
  state: QueueState;
  /** Most urgent first; the last one is what everybody gets. */
  priorities: Priority[];
  ageingMinutes: number | null;
  noShowMinutes: number | null;
  maxWaiting: number | null;
  serviceMinutes: number;
  desks: string[];
  message: string | null;
  waiting: number;
  createdAt: string;
}

export interface PublicQueue {
  id: string;
  name: string;
  state: QueueState;
  message: string | null;
  waiting: number;
  estimatedWait: WaitRange | null;
}

export interface Ticket {
  id: string;
  queueId: string;
  queueName: string;
  number: string;
  sequence: number;
  status: TicketStatus;
  priority: string;
  name: string;
  mobile: string | null;
  partySize: number;
  position: number | null;
  estimatedWait: WaitRange | null;
  desk: string | null;
  joinedAt: string;
  calledAt: string | null;
  servingAt: string | null;
  endedAt: string | null;
  calls: number;
  noShowAt: string | null;
  canUndo: boolean;
}

export interface JoinedTicket extends Ticket {
  secret: string;
}

export interface BoardCall {
  number: string;
  desk: string | null;
  status: TicketStatus;
  calledAt: string;
  calls: number;
}

export interface Board {
  queue: {
    id: string;
    name: string;
    state: QueueState;
    timezone: string;
    message: string | null;
  };
  /** The newest call first. */
  serving: BoardCall[];
  next: string[];
  waiting: number;
}

export interface QueueChange {
  seq: number;
  type: string;
  at: string;
  actor: string;
  ticket: Ticket | null;
  queue: Queue | null;
  waiting: number;
}

export interface QueueStats {
  waiting: number;
  calledToday: number;
  servedToday: number;
  noShowsToday: number;
  cancelledToday: number;
  averageWaitSeconds: number | null;
  averageServiceSeconds: number | null;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface Me {
  kind: "user" | "key";
  user?: { id: string; name: string; email: string; secondFactor: boolean };
  organisation: { id: string; name: string };
  role: Role;
  scopes: string[];
  organisations: { id: string; name: string; role: Role }[];
}

export interface SecondFactor {
  /** For the QR code that an app reads. */
  uri: string;
  backupCodes: string[];
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** As WebAuthn has them, with bytes as base64url. */
export interface PasskeyCreation {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { alg: number; type: "public-key" }[];
  timeout: number;
  attestation: "none";
  excludeCredentials: { id: string; type: "public-key" }[];
  authenticatorSelection: {
    residentKey: "required";
    requireResidentKey: true;
    userVerification: "required";
  };
}

export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
}

export interface NewPasskey {
  name: string;
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

export interface PasskeyAnswer {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

export interface Member {
  id: string;
  /** null until the invitation is accepted. */
  userId: string | null;
  name: string | null;
  email: string;
  role: Role;
  status: "active" | "invited";
}

export interface Invitation {
  organisation: { id: string; name: string };
  email: string;
  name: string | null;
  role: Role;
}

export interface ApiKey {
  id: string;
  name: string;
  role: Role;
  scopes: string[];
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  prefix: string;
}
