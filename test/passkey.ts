// A device with passkeys, in software: what a browser would hand on (WebAuthn, ES256, no attestation).
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

export class Device {
  readonly id = randomBytes(16).toString("base64url");
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  #uses = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  make(options: { challenge: string; rp: { id: string } }, as: Unusual = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const key = map([
      [int(1), int(2)], // EC2
      [int(3), int(-7)], // ES256
      [int(-1), int(1)], // P-256
      [int(-2), byteString(Buffer.from(x!, "base64url"))],
      [int(-3), byteString(Buffer.from(y!, "base64url"))],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key]);
    const data = Buffer.concat([this.#head(options.rp.id, 0x40, as), credential]);
    const attestation = map([
      [textString("fmt"), textString("none")],
      [textString("attStmt"), map([])],
      [textString("authData"), byteString(data)],
    ]);
    return {
      id: this.id,
      clientDataJSON: this.#clientData("webauthn.create", options.challenge, as),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    };
  }

  answer(options: { challenge: string; rpId: string }, as: Unusual = {}) {
    const data = this.#head(options.rpId, 0, as);
    const clientDataJSON = this.#clientData("webauthn.get", options.challenge, as);
    const seen = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const signature = sign("sha256", Buffer.concat([data, seen]), this.#keys.privateKey);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    };
  }

  #head(rpId: string, more: number, { unverified }: Unusual): Buffer {
    const present = 0x01 | (unverified ? 0 : 0x04) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE((this.#uses += 1));
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.of(present), count]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Unusual): string {
    const data = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }
}

interface Unusual {
  /** The device asked for no finger, face or PIN. */
  unverified?: true;
  /** A page of another site. */
  origin?: string;
}

// As much CBOR as it takes.
const head = (kind: number, n: number) =>
  n < 24
    ? Buffer.of((kind << 5) | n)
    : n < 256
      ? Buffer.of((kind << 5) | 24, n)
      : Buffer.concat([Buffer.of((kind << 5) | 25), uint16(n)]);
const int = (n: number) => (n < 0 ? head(1, -1 - n) : head(0, n));
const byteString = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const textString = (text: string) =>
  Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const map = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

function uint16(n: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(n);
  return bytes;
}
