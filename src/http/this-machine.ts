// Whether a request comes from the server's own machine.

import { BlockList, isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";

export interface Placement {
  publicUrl: string;
  proxyTrusted: boolean;
}

/**
 * A server that nobody else can reach is for its machine alone. A proxy beside it makes the whole
 * network look local, and a plain one adds no header that would tell: only the settings say whether
 * there can be one.
 */
export function cameFromThisMachine(
  { socket, hostname, headers }: FastifyRequest,
  { publicUrl, proxyTrusted }: Placement,
): boolean {
  const { origin } = headers;
  return (
    isLoopback(new URL(publicUrl).hostname) &&
    !proxyTrusted &&
    isLoopback(socket.remoteAddress ?? "") &&
    isLoopback(hostname) &&
    // A browser that came through a proxy names the proxy's address here.
    (origin === undefined || (URL.canParse(origin) && isLoopback(new URL(origin).hostname))) &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  );
}

const proxyHeader =
  /^(x-forwarded.*|x-real-ip|x-original-.*|forwarded|via|.*-client-ip|.*-connecting-ip)$/;
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (bare === "localhost") return true;
  return isIP(bare) !== 0 && loopback.check(bare, isIPv6(bare) ? "ipv6" : "ipv4");
}
