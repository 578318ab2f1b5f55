// Reads one calendar in a thread of its own: see reading.ts.

import { parentPort, workerData } from "node:worker_threads";
import { busyTimes, CalendarFault, type Reading } from "./busy.ts";

const { ics, reading } = workerData as { ics: string; reading: Reading };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const answer = (message: object) => parentPort!.postMessage(message);
try {
  answer({ busy: busyTimes(ics, reading) });
} catch (error) {
  if (!(error instanceof CalendarFault)) throw error;
  answer({ fault: error.message });
}
