// Who asks for a change, and the Idempotency-Key under which it happens once. Every command of every part
// is given one.

export interface CommandContext {
  orgId: string;
  /** As events tell it: `user:…`, `key:…`, `ticket:…`, `public`, or the part of the server that acts. */
  actor: string;
  /** Of the HTTP request; deadlines and consumers have none. */
  requestId?: string | undefined;
  /** The Idempotency-Key as it was sent. */
  key?: string | undefined;
  /** The key and the operation, hashed: orders are kept under it. */
  idem?: string | undefined;
  /** What was asked for, hashed: a key belongs to one request. */
  fingerprint?: string | undefined;
}
