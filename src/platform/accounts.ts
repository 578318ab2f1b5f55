// Accounts of people: made with better-auth, on our transaction.

import type pg from "pg";
import { onTransaction } from "./ambient.ts";
import type { Auth } from "./auth.ts";

export interface Account {
  id: string;
  name: string;
  email: string;
}

export async function findAccount(
  db: pg.Pool | pg.PoolClient,
  email: string,
  lock: "" | "for update" = "",
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `select id, name, email from user_account where email = $1 ${lock}`,
    [email],
  );
  return rows[0] ?? null;
}

/** Slow on purpose; never while a lock is held. */
export async function hashPassword(auth: Auth, password: string): Promise<string> {
  const { password: passwords } = await auth.$context;
  return passwords.hash(password);
}

export async function createAccount(
  auth: Auth,
  tx: pg.PoolClient,
  person: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  return onTransaction(tx, async () => {
    const user = await internalAdapter.createUser(
      { email: person.email, name: person.name, emailVerified: false },
      { method: "email-password" },
    );
    await internalAdapter.linkAccount({
      userId: user.id,
      accountId: user.id,
      providerId: "credential",
      password: person.passwordHash,
    });
    return user.id;
  });
}
