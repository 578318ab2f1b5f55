// Reads what the engine sends: arrays in PostgreSQL's binary format (see src/engine/array.ts).

import { idText } from "../../src/infra/ids.ts";

const from1970To2000Ms = 946_684_800_000;

/** A parameter that is an array, however it was sent. */
export function column<T>(value: unknown): T[] {
  return (Buffer.isBuffer(value) ? arrayOf(value) : value) as T[];
}

function arrayOf(buffer: Buffer): unknown[] {
  const read = readers[buffer.readInt32BE(8)];
  if (!read) throw new Error(`arrays of type ${buffer.readInt32BE(8)} are not simulated`);
  const values: unknown[] = Array.from({ length: buffer.readInt32BE(12) });
  let at = 20;
  for (let i = 0; i < values.length; i++) {
    const length = buffer.readInt32BE(at);
    at += 4;
    if (length < 0) {
      values[i] = null;
      continue;
    }
    values[i] = read(buffer, at, length);
    at += length;
  }
  return values;
}

type Read = (buffer: Buffer, at: number, length: number) => unknown;

const text: Read = (buffer, at, length) => buffer.toString("utf8", at, at + length);
const bigint = (buffer: Buffer, at: number) =>
  buffer.readInt32BE(at) * 0x1_0000_0000 + buffer.readUInt32BE(at + 4);

const readers: Record<number, Read | undefined> = {
  2950: (buffer, at) => idText(buffer, at),
  25: text,
  114: text,
  21: (buffer, at) => buffer.readInt16BE(at),
  23: (buffer, at) => buffer.readInt32BE(at),
  20: bigint,
  1184: (buffer, at) => bigint(buffer, at) / 1000 + from1970To2000Ms,
};

/** An array of numbers, written as text. */
export function numbersIn(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number);
}
