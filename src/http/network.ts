// The address that limits count by. One IPv6 address usually comes with a whole /64, so that is what counts.

import { isIPv6 } from "node:net";

/** An IPv4 address, also one written as IPv6, or the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%", 1); // without the interface
  if (!isIPv6(bare)) return bare;
  // The shortest way to write it, which is one for each address.
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  return mappedFrom(written) ?? `${groupsOf(written).slice(0, 4).join(":")}::/64`;
}

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(missing).fill("0"), ...right];
}

function mappedFrom(address: string): string | null {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = Buffer.from(high.padStart(4, "0") + low.padStart(4, "0"), "hex");
  return bytes.join(".");
}
