// Fetches a calendar from an address that somebody gave. The resolved address is checked, and again for each
// redirect.

import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { checkLiteral, lookupAllowed, NotPublic, type MayConnect } from "../infra/outbound.ts";
import { CalendarFault } from "./busy.ts";

export interface FetchRules {
  mayConnect: MayConnect;
  timeoutMs: number;
  maxBytes: number;
  maxRedirects: number;
}

/** What was sent along with the last good copy. */
export interface Validators {
  etag: string | null;
  modified: string | null;
}

export type Fetched = { unchanged: true } | ({ unchanged: false; ics: string } & Validators);

/** webcal: is how calendars are mostly passed on. Throws for what is no address of a calendar. */
export function calendarUrl(text: string): URL {
  const url = URL.parse(text.replace(/^webcals?:/i, "https:"));
  if (!url) throw new CalendarFault("It is not an address");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new CalendarFault("The address must start with https:, http: or webcal:");
  }
  if (url.username !== "" || url.password !== "") {
    throw new CalendarFault("The address must not have a user name or a password in it");
  }
  return url;
}

export async function fetchCalendar(
  address: string,
  had: Validators,
  rules: FetchRules,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(rules.timeoutMs);
  let url = calendarUrl(address);
  try {
    for (let redirects = 0; ; redirects++) {
      const answer = await ask(url, had, rules, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 304) {
        answer.destroy();
        return { unchanged: true };
      }
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy();
        if (redirects >= rules.maxRedirects) throw new CalendarFault("It redirects too often");
        const next = URL.parse(headers.location, url.href);
        url = calendarUrl(next?.href ?? "");
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        throw new CalendarFault(`The other server answered ${statusCode}`);
      }
      const ics = await textOf(answer, rules.maxBytes);
      const { etag = null, "last-modified": modified = null } = headers;
      return { unchanged: false, ics, etag: short(etag), modified: short(modified) };
    }
  } catch (error) {
    if (error instanceof CalendarFault) throw error;
    if (error instanceof NotPublic) throw new CalendarFault(error.message);
    if (signal.aborted) throw new CalendarFault("The other server takes too long to answer");
    // Not what exactly went wrong: the person who gave the address must not learn about our network.
    throw new CalendarFault("The other server cannot be reached");
  }
}

function ask(
  url: URL,
  { etag, modified }: Validators,
  rules: FetchRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  checkLiteral(url, rules.mayConnect);
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        lookup: lookupAllowed(rules.mayConnect),
        signal,
        agent: false,
        headers: {
          "user-agent": "Turnkeeper",
          accept: "text/calendar, */*;q=0.1",
          "accept-encoding": "identity",
          ...(etag === null ? {} : { "if-none-match": etag }),
          ...(modified === null ? {} : { "if-modified-since": modified }),
        },
      },
      resolve,
    )
      .on("error", reject)
      .end();
  });
}

async function textOf(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new CalendarFault(`It has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  if (text.includes("\u0000")) throw new CalendarFault("It is not text");
  return text;
}

const short = (header: string | null) => (header !== null && header.length <= 500 ? header : null);
