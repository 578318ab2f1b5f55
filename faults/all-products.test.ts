// A short plan of what `npm run faults` does at length: traffic of all products on two servers, a few
// faults, and every rule that does not depend on the machine's pace. Then the database is changed behind
// the servers' backs, which the checker has to find.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFacts, type Facts } from "./checker/facts.ts";
import { judge, rules } from "./checker/rules.ts";
import { planOf, type FaultKind } from "./plan.ts";
import { runFaults, type RunResult } from "./run.ts";
import { startWorld, type World } from "./world.ts";

const kinds: FaultKind[] = [
  "server killed",
  "server frozen",
  "server's clock ahead",
  "PostgreSQL killed",
  "Redis emptied",
  "Redis frozen",
];
const seed = 13;
const instances = 2;

let world: World;
let result: RunResult;

before(async () => {
  world = await startWorld({ instances, diskMegabytes: null });
  const plan = planOf(seed, { kinds, instances, rounds: 1, maxMs: 1_500 });
  const say = () => undefined;
  result = await runFaults(world, { seed, plan, calmMs: 2_000, timed: false, say });
});
after(() => world.stop());

test("all products keep their promises while servers, PostgreSQL and Redis fail", () => {
  const broken = result.verdicts.filter(({ problems }) => problems.length > 0);
  assert.deepEqual(broken, []);
});

test("there was traffic of all products", () => {
  const products = new Set(result.history.operations.map(({ product }) => product));
  assert.deepEqual([...products].toSorted(), ["booking", "boxes", "counter", "opd", "waitroom"]);
  assert.ok(result.facts.events.length > 100, `${result.facts.events.length} events`);
});

test("the checker finds what is changed behind the servers' backs (negative control)", async () => {
  await world.ask(`delete from ticket where id =
    (select t.id from ticket t join line l on l.id = t.line_id and l.product = 'counter'
      where t.state = 'done' order by t.sequence limit 1)`);
  await world.ask(`update line set taken = taken - 1 where id =
    (select id from line where product = 'boxes' and taken > 0 limit 1)`);
  await world.ask(`update event set seq = seq + 1000 where (line_id, seq) =
    (select line_id, max(seq) from event where type = 'counter.joined' group by 1 limit 1)`);
  const facts: Facts = await readFacts(world, result.facts);
  const found = judge(facts, rules).filter(({ problems }) => problems.length > 0);
  const names = found.map(({ rule }) => rule);
  for (const rule of [
    "every acknowledged change is there",
    "every place is given back once",
    "numbers are unique and without gaps",
    "every change has its event",
  ]) {
    assert.ok(names.includes(rule), `"${rule}" found nothing`);
  }
});
