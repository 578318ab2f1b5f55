// Passwords kept for as long as a test takes. The real way is slow on purpose: it was 40 s of all tests.

import { hash } from "node:crypto";
import type { Passwords } from "../src/platform/auth.ts";

export const quickPasswords: Passwords = {
  hash: async (password) => hash("sha256", password),
  verify: async (known) => known.hash === hash("sha256", known.password),
};
