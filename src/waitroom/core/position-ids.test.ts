import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isId, newId } from "../../infra/ids.ts";
import { idOf, keyOf, positionId, roomNumberOf } from "./position-ids.ts";

test("an id names its room and is kept short without losing anything", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.uint8Array({ minLength: 10, maxLength: 32 }),
      (room, own) => {
        const id = positionId(room, Buffer.from(own));
        assert.ok(isId(id));
        assert.equal(roomNumberOf(id), room);
        assert.equal(keyOf(id).length, 14);
        assert.equal(idOf(room, keyOf(id)), id);
      },
    ),
  );
});

test("another kind of id names no room", () => {
  assert.equal(roomNumberOf(newId()), null);
  assert.equal(roomNumberOf("00000001-0000-8000-8000-0000000000ff"), null);
});
