// What boxes ask of others; filled where everything is put together. Without any of it the server works:
// PostgreSQL's commit decides.

export interface Attempt {
  orgId: string;
  inventoryId: string;
  merchantId: string;
  userId: string;
  guest: boolean;
  quantity: number;
  waitlist: boolean;
  requestId: string;
  actor: string;
  /** Of its Idempotency-Key, if it has one. */
  idem?: string | undefined;
}

/** Keeps a rush off the database. What it says is never what correctness rests on. */
export interface Shield {
  /** Throws a refusal when it is known to be in vain, or when the locks cannot be had. */
  enter(attempt: Attempt): Promise<Entered>;
}

export interface Entered {
  leave(): Promise<void>;
}

export const noShield: Shield = {
  enter: async () => ({ leave: async () => undefined }),
};

/** Looks after money that was paid online. */
export interface PaymentDesk {
  readonly areOn: boolean;
  /** A reservation has ended: its money goes back if that is owed, and nobody can pay for it any more. */
  ended(orgId: string, reservationId: string): Promise<void>;
}

/** Hears of every attempt, refused ones too. */
export interface Attempts {
  made(attempt: Attempt, outcome: Outcome, durationMs: number): void;
}

/** What became of an attempt: a status, or the code of the refusal. */
export type Outcome = string;
