import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf, type RoomState } from "./room-view.ts";
import { chooseLanguage, roomKinds, roomLanguages, wordsIn } from "./room-words.ts";

const minute = 60_000;
const start = Date.parse("2026-03-02T10:00:00Z");
const at = (ms: number) => new Date(start + ms).toISOString();

function stateOf(given: Partial<RoomState>): RoomState {
  return {
    kind: "waiting",
    roomName: "Spring sale",
    language: "en",
    page: { logo: null, accent: null, background: null, texts: {} },
    opensAt: null,
    message: null,
    position: 1_205,
    ahead: 1_204,
    estimatedWait: { fromSeconds: 600, toSeconds: 900 },
    joinedAt: at(0),
    now: at(0),
    draw: null,
    pollSeconds: 10,
    goTo: null,
    siteUrl: "https://shop.example.com/",
    challenge: null,
    ...given,
  };
}

test("somebody who waits sees their place, who is ahead, and the wait as a range", () => {
  const { slots, title } = momentOf(stateOf({}));
  assert.equal(slots.place, "1,205");
  assert.equal(slots.ahead, "1,204 people ahead of you");
  assert.equal(slots.wait, "About 10 to 15 minutes");
  assert.equal(title, "1,205 · You are in line · Spring sale");
  assert.equal(momentOf(stateOf({ position: 1, ahead: 0 })).slots.ahead, "You are next");
  assert.equal(
    momentOf(stateOf({ estimatedWait: null })).slots.wait,
    "The wait is being worked out",
  );
});

test("progress is what has passed of the whole expected wait", () => {
  const range = (minutes: number) => ({ fromSeconds: minutes * 60, toSeconds: minutes * 60 });
  const progress = (passed: number, coming: number) =>
    momentOf(stateOf({ now: at(passed * minute), estimatedWait: range(coming) })).progress;
  assert.equal(progress(0, 10), 0);
  assert.equal(progress(5, 5), 500);
  assert.equal(progress(9, 1), 900);
  assert.equal(momentOf(stateOf({ kind: "closed" })).progress, null);
});

test("before the start there is a time, and nobody has a place", () => {
  const { slots, opensAt } = momentOf(
    stateOf({ kind: "before", opensAt: at(30 * minute), position: null }),
  );
  assert.equal(slots.place, "");
  assert.match(slots.opens, /10:30 AM UTC/);
  assert.equal(opensAt, at(30 * minute));
});

test("each language has a sentence for every moment, and numbers in its own way", () => {
  assert.deepEqual(roomLanguages, ["en", "de", "fr", "es", "ar"]);
  for (const language of roomLanguages) {
    for (const kind of roomKinds) {
      const { slots } = momentOf(stateOf({ language, kind }));
      assert.ok(slots.heading && slots.next, `${language} ${kind}`);
    }
  }
  assert.equal(momentOf(stateOf({ language: "de" })).slots.ahead, "1.204 Personen vor Ihnen");
  assert.equal(wordsIn("ar").dir, "rtl");
});

test("waits are told in hours when they are long", () => {
  const wait = (from: number, to: number) =>
    momentOf(stateOf({ estimatedWait: { fromSeconds: from * 60, toSeconds: to * 60 } })).slots.wait;
  assert.equal(wait(0, 0.5), "Less than a minute");
  assert.equal(wait(0, 4), "Up to 4 minutes");
  assert.equal(wait(95, 170), "About 1.5 to 3 hours");
  assert.equal(wait(70, 100), "About 70 minutes to 2 hours");
});

test("the language is the first wish of the visitor that the room offers", () => {
  const offered = ["en", "de"];
  assert.equal(chooseLanguage("fr-CH, de;q=0.8, en;q=0.9", offered), "en");
  assert.equal(chooseLanguage("de-AT,de;q=0.9,en;q=0.1", offered), "de");
  assert.equal(chooseLanguage("ja", offered), "en");
  assert.equal(chooseLanguage(undefined, ["de", "en"]), "de");
  assert.equal(chooseLanguage("en;q=0, de;q=0.1", offered), "de");
  assert.equal(chooseLanguage("en", []), "en");
});
