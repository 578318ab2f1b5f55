// What an app on a phone shows (RFC 6238), worked out without the library that checks it.
import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** `steps`: how many half minutes from now; a code counts once, and those next to now's count as well. */
export function codeNow(secret: string, steps = 0): string {
  const bits = Array.from(secret).map((each) =>
    alphabet.indexOf(each).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g)!;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const key = Buffer.from(bytes.map((each) => Number.parseInt(each, 2)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
