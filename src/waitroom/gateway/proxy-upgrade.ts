// WebSockets through the proxy: the same handshake is made with the site, and from its answer on the
// two sockets are joined until one of them ends.

import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";

const handshakeWithinMs = 30_000;

export interface Handshake {
  target: URL;
  path: string;
  /** As the site is to see them. */
  headers: IncomingHttpHeaders;
  lookup: LookupFunction;
  /** What the visitor is told besides what the site says. */
  setCookie: string | null;
}

export function joinSockets(
  visitor: Duplex,
  head: Buffer,
  { target, path, headers, lookup, setCookie }: Handshake,
): void {
  const send = target.protocol === "https:" ? httpsRequest : httpRequest;
  const asked = send({
    host: target.hostname.replace(/^\[|\]$/g, ""),
    port: target.port,
    path,
    headers: { ...headers, host: target.host, connection: "Upgrade", upgrade: "websocket" },
    agent: false,
    lookup,
    timeout: handshakeWithinMs,
  });
  const giveUp = () => {
    asked.destroy();
    visitor.destroy();
  };
  asked.on("error", () => {
    visitor.end("HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    giveUp();
  });
  asked.on("timeout", giveUp);
  visitor.once("close", () => asked.destroy());
  // A site that does not want to is quoted.
  asked.on("response", (answer) => {
    visitor.end(
      `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nconnection: close\r\n\r\n`,
    );
    answer.resume();
  });
  asked.on("upgrade", (answer, site, first) => {
    const lines = [`HTTP/1.1 101 ${answer.statusMessage}`];
    for (let i = 0; i < answer.rawHeaders.length; i += 2) {
      lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
    }
    if (setCookie !== null) lines.push(`set-cookie: ${setCookie}`);
    visitor.write(`${lines.join("\r\n")}\r\n\r\n`);
    if (first.length > 0) visitor.write(first);
    if (head.length > 0) site.write(head);
    site.on("error", giveUp);
    site.setTimeout(0);
    site.once("close", () => visitor.destroy());
    visitor.once("close", () => site.destroy());
    site.pipe(visitor).pipe(site);
  });
  asked.end();
}
