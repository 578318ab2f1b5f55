import assert from "node:assert/strict";
import { test } from "node:test";
import { challengeLastsMs, newChallenge, problemOf, zeroBits, type Solution } from "./challenge.ts";

const key = "a key of the server";
const now = new Date("2026-03-02T10:00:00Z");
const here = { roomId: "room-1", address: "198.51.100.7", bits: 10 };
const { seed } = newChallenge(here, key, now, "random");

function solve(of: string, bits: number): Solution {
  for (let n = 0; ; n++) {
    const solution = { seed: of, nonce: String(n) };
    if (zeroBits(solution) >= bits) return solution;
  }
}
function notSolving(of: string, bits: number): Solution {
  for (let n = 0; ; n++) {
    const solution = { seed: of, nonce: String(n) };
    if (zeroBits(solution) < bits) return solution;
  }
}

test("work that was done is accepted, as long as the challenge lasts", () => {
  const solution = solve(seed, here.bits);
  assert.equal(problemOf(solution, here, key, now), null);
  const last = new Date(now.getTime() + challengeLastsMs);
  assert.equal(problemOf(solution, here, key, last), null);
  assert.equal(problemOf(solution, here, key, new Date(last.getTime() + 1)), "old");
});

test("without work, or with too little, nobody gets in", () => {
  assert.equal(problemOf(undefined, here, key, now), "missing");
  assert.equal(problemOf(notSolving(seed, here.bits), here, key, now), "wrong");
});

test("work for another room or from another address does not do", () => {
  const solution = solve(seed, here.bits);
  assert.equal(problemOf(solution, { ...here, roomId: "room-2" }, key, now), "foreign");
  assert.equal(problemOf(solution, { ...here, address: "203.0.113.9" }, key, now), "foreign");
});

test("a challenge that somebody made or changed themselves does not do", () => {
  const own = newChallenge(here, "another key", now, "random").seed;
  assert.equal(problemOf(solve(own, here.bits), here, key, now), "foreign");
  const easier = seed.replace(`.${here.bits}.`, ".1.");
  assert.equal(problemOf(solve(easier, 1), { ...here, bits: 1 }, key, now), "foreign");
  for (const odd of [
    "",
    "...",
    "a.b.c.d",
    seed.slice(0, -1),
    `${seed}.`,
    `${seed}.1`,
    `.${seed}`,
  ]) {
    assert.equal(problemOf({ seed: odd, nonce: "0" }, here, key, now), "foreign");
  }
});

test("when the room asks for more work, what was done for less is too little", () => {
  const solution = solve(seed, here.bits + 2);
  assert.equal(problemOf(solution, { ...here, bits: here.bits + 2 }, key, now), "old");
});
