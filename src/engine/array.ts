// Arrays as parameters of a statement. Written as text, PostgreSQL spent a tenth of a batch on reading
// them.

import { Values } from "./values.ts";

function arraysOf<Value>(type: number, add: (to: Values, value: Value) => void) {
  return <Row>(rows: readonly Row[], of: (row: Row) => Value): Buffer => {
    const values = new Values(20 + 32 * rows.length);
    // One dimension, maybe with nulls, counted from 1.
    values.bareInt32(1).bareInt32(1).bareInt32(type).bareInt32(rows.length).bareInt32(1);
    for (const row of rows) {
      values.nextRow();
      add(values, of(row));
    }
    return values.all();
  };
}

export const uuids = arraysOf<string | null>(2950, (to, value) => to.uuid(value));
export const texts = arraysOf<string | null>(25, (to, value) => to.text(value));
/** Of texts that are JSON. */
export const jsons = arraysOf<string | null>(114, (to, value) => to.text(value));
export const smallints = arraysOf<number | null>(21, (to, value) => to.smallint(value));
export const ints = arraysOf<number | null>(23, (to, value) => to.int(value));
export const bigints = arraysOf<number | null>(20, (to, value) => to.bigint(value));
/** Of milliseconds since 1970, for timestamptz[]. */
export const instants = arraysOf<number | null>(1184, (to, value) => to.instant(value));
