// Where the server may connect when somebody else names the address: a calendar, a site behind a waiting
// room. They must not reach what only the server can reach: itself, its network, a cloud's metadata service. The address is checked when the connection is made, and the connection goes to
// exactly the address that was checked: a name that resolves to another one later gains nothing.

import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from "node:dns";
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from "node:net";

export type MayConnect = (address: string) => boolean;

export type ResolveAll = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export class NotPublic extends Error {
  override name = "NotPublic";
  override message = "The address does not lead to a public server";
}

const special = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  special.addSubnet(net, bits, "ipv4");
}
// Of IPv6 only global unicast is public at all; in it these are tunnels, which lead to IPv4 addresses,
// and documentation.
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special.addSubnet(net, bits, "ipv6");
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  return globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** For an address in numbers, which is never looked up. */
export function checkLiteral({ hostname }: URL, mayConnect: MayConnect): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !mayConnect(host)) throw new NotPublic();
}

/** For names. One address that is not allowed spoils the name: nobody sensible mixes them. */
export function lookupAllowed(
  mayConnect: MayConnect,
  resolve: ResolveAll = resolveName,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => mayConnect(address))) {
        return callback(new NotPublic(), []);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
