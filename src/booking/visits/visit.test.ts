import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isOpen, nothingYet, stageOf, stepped, visitVerbs, type Visit } from "./visit.ts";

const steps = fc.array(fc.constantFrom(...visitVerbs), { maxLength: 12 });

/** What is left of a day's steps; those that are not allowed change nothing. */
function visitAfter(verbs: readonly (typeof visitVerbs)[number][]): Visit {
  return verbs.reduce((visit, verb, i) => stepped(visit, verb, i) ?? visit, nothingYet);
}

test("undo takes back exactly the last step", () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(...visitVerbs), (verbs, verb) => {
      const before = visitAfter(verbs);
      const after = stepped(before, verb, 100);
      // A second call has no memory of the first.
      if (!after || verb === "undo" || before.calledAt !== null) return;
      assert.deepEqual(stepped(after, "undo", 101), before);
    }),
  );
});

test("what is over is not called, started or missed", () => {
  fc.assert(
    fc.property(steps, (verbs) => {
      const visit = visitAfter(verbs);
      if (isOpen(visit)) return;
      for (const verb of visitVerbs.filter((one) => one !== "undo")) {
        assert.equal(stepped(visit, verb, 100), null, `${verb} after ${stageOf(visit)}`);
      }
    }),
  );
});
