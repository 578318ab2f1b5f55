// Where the owner of a host name can put the proof: in its DNS, or as a file on the site that it points to. A
// proof counts as missing only after a clear answer: a server that cannot be reached says nothing about who
// owns the name.

import { Resolver } from "node:dns/promises";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { lookupAllowed, type MayConnect, type ResolveAll } from "../../infra/outbound.ts";

export type ProofKind = "dns" | "file";
export type Look = "there" | "absent" | "unclear";
export type ResolveTxt = (name: string) => Promise<string[][]>;

export const proofPath = "/.well-known/turnkeeper-host";

const resolver = new Resolver({ timeout: 2_000, tries: 2 });
const maxBytes = 1_000;

export const recordNameOf = (host: string) => `_turnkeeper.${host}`;

export async function lookInDns(
  host: string,
  value: string,
  resolveTxt: ResolveTxt = (name) => resolver.resolveTxt(name),
): Promise<Look> {
  try {
    const records = await resolveTxt(recordNameOf(host));
    return records.some((parts) => parts.join("") === value) ? "there" : "absent";
  } catch (error) {
    // Both are what the DNS says; anything else is that it said nothing.
    const { code } = error as { code?: string };
    return code === "ENOTFOUND" || code === "ENODATA" ? "absent" : "unclear";
  }
}

export interface FileRules {
  mayConnect: MayConnect;
  timeoutMs: number;
  /** Where names lead, and to which ports, for tests. */
  resolve?: ResolveAll | undefined;
  ports?: { http: number; https: number } | undefined;
}

export async function lookForFile(host: string, value: string, rules: FileRules): Promise<Look> {
  const signal = AbortSignal.timeout(rules.timeoutMs);
  const { http, https } = rules.ports ?? { http: 80, https: 443 };
  const secure = new URL(`https://${host}:${https}${proofPath}`);
  try {
    const url = new URL(`http://${host}:${http}${proofPath}`);
    let answer = await ask(url, rules, signal);
    // Many sites answer everything so. Nobody else's word is taken, nor that of another page.
    if (leadsTo(answer, url) === secure.href) {
      answer.destroy();
      answer = await ask(secure, rules, signal);
    }
    return await lookAt(answer, value);
  } catch {
    return "unclear";
  }
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 300 && statusCode < 400;

function leadsTo(answer: IncomingMessage, from: URL): string | null {
  const { location } = answer.headers;
  if (!isRedirect(answer) || location === undefined) return null;
  return URL.parse(location, from.href)?.href ?? null;
}

function ask(url: URL, rules: FileRules, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const lookup = lookupAllowed(rules.mayConnect, rules.resolve);
  const headers = { "user-agent": "Turnkeeper", "accept-encoding": "identity" };
  return new Promise((resolve, reject) => {
    request(url, { lookup, signal, agent: false, headers }, resolve).on("error", reject).end();
  });
}

async function lookAt(answer: IncomingMessage, value: string): Promise<Look> {
  const { statusCode = 0 } = answer;
  if (statusCode !== 200) {
    answer.destroy();
    const isClear = statusCode === 404 || statusCode === 410 || isRedirect(answer);
    return isClear ? "absent" : "unclear";
  }
  let text = "";
  for await (const chunk of answer.setEncoding("latin1") as AsyncIterable<string>) {
    text += chunk;
    // Leaving the loop ends the connection.
    if (text.length > maxBytes) return "absent";
  }
  return text.trim() === value ? "there" : "absent";
}
