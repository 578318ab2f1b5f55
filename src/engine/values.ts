// Values in PostgreSQL's binary format, each behind its length: what the rows of a COPY and the arrays
// of a statement are made of. PostgreSQL copies them where it would have to parse text, and they are
// made as fast as text here.

const from1970To2000Ms = 946_684_800_000;
const maxByHand = 16;

export class Values {
  #buffer: Buffer;
  #used = 0;
  /** The last row's uuids and where they are: those of organisation and line repeat row by row. */
  readonly #lastUuid: (string | null)[] = [];
  readonly #lastUuidAt: number[] = [];
  #uuids = 0;

  /** With room for so many bytes; it grows when they are more. */
  constructor(bytes: number) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  /** What follows belongs to another row. */
  nextRow(): void {
    this.#uuids = 0;
  }

  bytes(bytes: Buffer): this {
    this.#reserve(bytes.length);
    this.#used += bytes.copy(this.#buffer, this.#used);
    return this;
  }

  /** Without a length before it. */
  bareInt16(value: number): this {
    this.#reserve(2);
    this.#used = this.#buffer.writeInt16BE(value, this.#used);
    return this;
  }

  bareInt32(value: number): this {
    this.#reserve(4);
    this.#used = this.#buffer.writeInt32BE(value, this.#used);
    return this;
  }

  uuid(value: string | null): this {
    const n = this.#uuids++;
    if (value === null) {
      this.#lastUuid[n] = null;
      return this.#null();
    }
    this.#reserve(20);
    const buffer = this.#buffer;
    const start = this.#used;
    if (value === this.#lastUuid[n]) {
      const last = this.#lastUuidAt[n]!;
      buffer.copyWithin(start, last, last + 20);
      this.#used = start + 20;
      return this;
    }
    this.#lastUuid[n] = value;
    this.#lastUuidAt[n] = start;
    let at = buffer.writeInt32BE(16, this.#used);
    // By hand: there are many of them, and Buffer's own hex is made for long texts.
    for (let i = 0; i < 36; i += 2) {
      if (i === 8 || i === 13 || i === 18 || i === 23) i += 1;
      buffer[at++] = (nibbles[value.charCodeAt(i)]! << 4) | nibbles[value.charCodeAt(i + 1)]!;
    }
    this.#used = at;
    return this;
  }

  text(value: string | null): this {
    if (value === null) return this.#null();
    this.#reserve(4 + value.length * 3);
    const bytes = this.#short(value) ?? this.#buffer.write(value, this.#used + 4, "utf8");
    this.#buffer.writeInt32BE(bytes, this.#used);
    this.#used += 4 + bytes;
    return this;
  }

  /** Words like "holding" by hand as well; null when it is no such word. */
  #short(value: string): number | null {
    if (value.length > maxByHand) return null;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return null;
      this.#buffer[this.#used + 4 + i] = code;
    }
    return value.length;
  }

  smallint(value: number | null): this {
    if (value === null) return this.#null();
    this.#reserve(6);
    this.#used = this.#buffer.writeInt32BE(2, this.#used);
    this.#used = this.#buffer.writeInt16BE(value, this.#used);
    return this;
  }

  int(value: number | null): this {
    if (value === null) return this.#null();
    this.#reserve(8);
    this.#used = this.#buffer.writeInt32BE(4, this.#used);
    this.#used = this.#buffer.writeInt32BE(value, this.#used);
    return this;
  }

  bigint(value: number | null): this {
    if (value === null) return this.#null();
    this.#reserve(12);
    this.#used = this.#buffer.writeInt32BE(8, this.#used);
    // Two halves: a BigInt for each number would cost more than all the rest.
    const high = Math.floor(value / 0x1_0000_0000);
    this.#used = this.#buffer.writeInt32BE(high, this.#used);
    this.#used = this.#buffer.writeUInt32BE(value - high * 0x1_0000_0000, this.#used);
    return this;
  }

  /** Milliseconds since 1970. */
  instant(value: number | null): this {
    if (value === null) return this.#null();
    return this.bigint(Math.round((value - from1970To2000Ms) * 1000));
  }

  /** Everything added. */
  all(): Buffer {
    return this.#buffer.subarray(0, this.#used);
  }

  #null(): this {
    return this.bareInt32(-1);
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#used + bytes));
    this.#buffer.copy(larger, 0, 0, this.#used);
    this.#buffer = larger;
  }
}

const nibbles = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) {
  nibbles[digit.toString(16).charCodeAt(0)] = digit;
  nibbles[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}
