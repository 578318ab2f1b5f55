// Errors before there is a request. They look like all others, but are written to the bare socket.

import { STATUS_CODES, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "../infra/ids.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import { problemOf } from "./problem.ts";

interface ParserError extends Error {
  code?: string;
}

export function onClientError(error: ParserError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseOn(socket, refusalOf(error.code));
}

export function refuseOn(socket: Duplex, refusal: Refusal): void {
  const { status } = refusal;
  const body = JSON.stringify(problemOf(refusal));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newId()}`,
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** What else node would answer by itself, without a word. */
export function answerAll(server: Server): void {
  // A client that expects what we do not know gets what it asked for, as the standard allows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refuse("HEADERS_TOO_LARGE");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refuse("TOO_SLOW");
    default:
      return refuse("MALFORMED");
  }
}
