// npm run simulate: plays histories, one seed after another, until the time is over or one of them goes
// wrong. With --seed it plays that one and shows what happened.

import { parseArgs } from "node:util";
import { play, type History } from "./history.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: "1" },
    from: { type: "string" },
  },
});

process.exitCode = values.seed === undefined ? await many() : await one(Number(values.seed));

async function one(seed: number): Promise<number> {
  const history = await play(seed, { isTraced: true });
  console.log(history.trace);
  console.log(verdictOn(history));
  return history.violation ? 1 : 0;
}

async function many(): Promise<number> {
  const first = Number(values.from ?? Math.floor(Math.random() * 2 ** 31));
  const startedAt = performance.now();
  const untilMs = Number(values.minutes) * 60_000;
  let [histories, requests, commits] = [0, 0, 0];
  const minutes = () => (performance.now() - startedAt) / 60_000;
  console.log(`Histories from seed ${first} on …`);
  for (let seed = first; performance.now() - startedAt < untilMs; seed++) {
    const history = await play(seed);
    histories += 1;
    requests += history.requests;
    commits += history.commits;
    if (!history.violation) continue;
    console.log(verdictOn(history));
    console.log(`Play it again: npm run simulate -- --seed ${seed}`);
    return 1;
  }
  const rate = Math.round(histories / minutes());
  console.log(
    `${histories} histories with ${requests} requests and ${commits} commits, ` +
      `${rate} a minute: every rule held.`,
  );
  return 0;
}

function verdictOn({ seed, violation }: History): string {
  return violation ? `Seed ${seed}: ${violation.message}` : `Seed ${seed}: every rule held.`;
}
