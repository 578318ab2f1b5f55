import assert from "node:assert/strict";
import { test } from "node:test";
import { csvRows } from "./csv.ts";
import { hoursIn } from "./hours-text.ts";
import { readTable } from "./lines.ts";

const known = { timezone: "Asia/Kolkata", resources: new Set(["doctor dr rao"]) };
const read = (text: string) => readTable(text, known);
const errorsOf = (text: string) =>
  read(`name,type,hours,slot minutes,places\n${text}`).lines[0]!.errors;

test("a table is separated by what its first line is separated by", () => {
  for (const separator of [",", ";", "\t"]) {
    const rows = csvRows(
      ["name", "type"].join(separator) + "\r\n" + ["Dr A", "lab"].join(separator),
    );
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [
        ["name", "type"],
        ["Dr A", "lab"],
      ],
    );
  }
});

test("quoted cells may hold separators, quotes and line ends, and lines keep their number", () => {
  const rows = csvRows(
    '\uFEFFname,hours\n"Rao, Asha","Mon 09:00-10:00\nTue 09:00-10:00"\n\n"says ""hi""",x\n',
  );
  assert.deepEqual(rows.slice(1), [
    { line: 2, cells: ["Rao, Asha", "Mon 09:00-10:00\nTue 09:00-10:00"] },
    { line: 5, cells: ['says "hi"', "x"] },
  ]);
});

test("hours are read as people write them", () => {
  const at = (day: number, start: string, end: string) => ({ day, start, end });
  assert.deepEqual(hoursIn("Mon-Tue 9:00-12:00, 14:00-17:00; Sa 10.00 – 13.00"), [
    at(0, "09:00", "12:00"),
    at(0, "14:00", "17:00"),
    at(1, "09:00", "12:00"),
    at(1, "14:00", "17:00"),
    at(5, "10:00", "13:00"),
  ]);
  assert.equal(hoursIn("daily 00:00-24:00")!.length, 7);
  assert.deepEqual(
    hoursIn("Sunday-Mon 08:00-09:00")!.map(({ day }) => day),
    [0, 6],
  );
  assert.deepEqual(hoursIn("Mon, Wed and 09:00-10:00"), null);
  for (const wrong of [
    "always",
    "Mon",
    "09:00-12:00",
    "Mon 9-12",
    "Xy 09:00-10:00",
    "Mon 25:00-26:00",
  ]) {
    assert.equal(hoursIn(wrong), null, wrong);
  }
});

test("a line is a doctor in the zone given, with places as usual, unless it says otherwise", () => {
  const { lines } = read(
    "Name,Type,Department,Time zone,Hours\nDr New,,Cardiology,,Mon 09:00-10:00\nTheatre 1,Theatre,,Europe/Berlin,",
  );
  assert.deepEqual(lines, [
    {
      line: 2,
      name: "Dr New",
      type: "doctor",
      timezone: "Asia/Kolkata",
      department: "Cardiology",
      hours: {
        slotMinutes: 30,
        tokensPerSlot: 10,
        weekly: [{ day: 0, start: "09:00", end: "10:00" }],
      },
      errors: [],
    },
    {
      line: 3,
      name: "Theatre 1",
      type: "ot",
      timezone: "Europe/Berlin",
      department: null,
      hours: null,
      errors: [],
    },
  ]);
});

for (const [what, line, error] of [
  ["no name", ",doctor,,,", /has no name/],
  ["a type that is none", "X,nurse,,,", /unknown type “nurse”/],
  ["hours that cannot be read", "X,,whenever,,", /hours that cannot be read/],
  ["hours that overlap", "X,,Mon 09:00-11:00 10:00-12:00,,", /overlaps/],
  ["slots that leave a rest", "X,,Mon 09:00-10:00,50,", /whole number of slots/],
  ["slots of no length", "X,,,0,", /slots of “0” minutes/],
  ["places that are no number", "X,,,,many", /“many” places/],
  ["several at once in a theatre", "X,ot,,,3", /takes 3 at the same time/],
  ["somebody who is there already", "Dr RAO,doctor,,,", /is there already/],
] as const) {
  test(`a line with ${what} is named`, () => {
    assert.match(errorsOf(line).join(), error);
  });
}

test("the same line twice is a mistake", () => {
  const { lines } = read("name\nDr A\nDr B\ndr a");
  assert.deepEqual(
    lines.map(({ errors }) => errors),
    [[], [], ["is the same as line 2"]],
  );
});

test("a table that cannot be read says why", () => {
  assert.match(read("Dr A\nDr B").fault!, /one of them has to be “name”/);
  assert.match(read("name,shoe size\nDr A,44").fault!, /“shoe size” is not known/);
  assert.match(read("name\n").fault!, /nothing below/);
  assert.match(read(`name\n${"Dr A\n".repeat(2_001)}`).fault!, /at most 2000/);
});
