// The id of a position is a UUID (version 8) that names its room: 32 bits are the room's number, 80 are
// the position's own, the rest is fixed. So an id says where to ask, even when Redis has
// forgotten everything; and in Redis, where a million of them are kept three times each, the own part is
// fourteen characters, which is what fits into the smallest piece of its memory.

const shape = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{10})00$/;

/** `own`: at least ten bytes, of which ten are used. */
export function positionId(roomNumber: number, own: Buffer): string {
  const room = roomNumber.toString(16).padStart(8, "0");
  const hex = own.toString("hex", 0, 10);
  return `${room}-${hex.slice(0, 4)}-8${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10)}00`;
}

/** The number of the room that an id names; null for an id that is no position's. */
export function roomNumberOf(id: string): number | null {
  const room = shape.exec(id)?.[1];
  return room === undefined ? null : Number.parseInt(room, 16);
}

/** The position's own part, as it is kept in Redis. */
export function keyOf(id: string): string {
  const own = id.slice(9, 13) + id.slice(15, 18) + id.slice(20, 23) + id.slice(24, 34);
  return Buffer.from(own, "hex").toString("base64url");
}

export function idOf(roomNumber: number, key: string): string {
  return positionId(roomNumber, Buffer.from(key, "base64url"));
}
