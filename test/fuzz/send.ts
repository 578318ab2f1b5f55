// Sends a request as it is, however odd its path, and looks at what comes back.

import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const patienceMs = 20_000;

/** Rejects when there is no answer in time. A stream is left once it has begun. */
export function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const bytes = body === null ? null : Buffer.from(body);
    const length = bytes === null ? {} : { "content-length": String(bytes.length) };
    const signal = AbortSignal.timeout(patienceMs);
    const agent = false; // a connection each: one that is closed after an error spoils no other
    const all = { agent, hostname, port, method, path, headers: { ...headers, ...length }, signal };
    const request = httpRequest(all, (response) => {
      const { statusCode: status = 0, headers: sent } = response;
      const done = (text: string) => resolve({ status, headers: sent, text });
      if (/event-stream/.test(String(sent["content-type"]))) {
        done("");
        request.destroy();
        return;
      }
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => done(text));
      response.on("error", reject);
    });
    request.on("error", (error) => reject(signal.aborted ? new Error("no answer") : error));
    request.end(bytes ?? undefined);
  });
}
