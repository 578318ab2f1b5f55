// Waits for what has to come, however busy the machine is.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

const patienceMs = 30_000;

export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const giveUp = performance.now() + patienceMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < giveUp, `not within half a minute: ${what}`);
    await pause(25);
  }
}
