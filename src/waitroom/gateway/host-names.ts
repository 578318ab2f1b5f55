// Which host names a room may have. A room that wants requests for a name has to prove that the name is its
// own, by a TXT record in its DNS or a file on the site that it points to, unless the server's operator has
// listed it. Our own names and numeric addresses are never allowed.

import type { Secrets } from "../../infra/secrets.ts";
import { invalid } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import {
  lookForFile,
  lookInDns,
  proofPath,
  recordNameOf,
  type FileRules,
  type Look,
  type ProofKind,
  type ResolveTxt,
} from "./host-proofs.ts";

export interface HostNamesDeps {
  publicUrl: string;
  /** The operator's: names, and `*.example.com` for all below one. */
  listed: readonly string[];
  secrets: Pick<Secrets, "derive">;
  resolveTxt?: ResolveTxt | undefined;
  files: FileRules;
}

/** As names are compared: without port, final dot and capitals. */
export function bareHost(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

export class HostNames {
  readonly #deps: HostNamesDeps;

  constructor(deps: HostNamesDeps) {
    this.#deps = deps;
  }

  /** Throws unless this organisation may have the name. By which proof, or null for a listed one. */
  async check(orgId: string, host: string): Promise<ProofKind | null> {
    if (this.isOwn(host)) throw invalid([{ field: "hostName", message: "is this server's own" }]);
    if (isNumeric(host))
      throw invalid([{ field: "hostName", message: "must be a name, not an address" }]);
    if (this.isListed(host)) return null;
    const found = await this.find(orgId, host);
    if (found) return found;
    const { advice, ...where } = this.proofOf(orgId, host);
    throw refuse("HOST_UNPROVEN", `${advice}, then try again`, where);
  }

  async find(orgId: string, host: string): Promise<ProofKind | null> {
    const found = await this.verify(orgId, host, "dns");
    return found === "gone" || found === "unclear" ? null : found;
  }

  /**
   * Whether it is still shown, by the proof it had or by the other one. It is gone when the one it had
   * is: a file cannot be looked for once the name leads here, and says nothing about a record.
   */
  async verify(
    orgId: string,
    host: string,
    had: ProofKind,
  ): Promise<ProofKind | "gone" | "unclear"> {
    const first = await this.#look(had, orgId, host);
    if (first === "there") return had;
    const other = had === "dns" ? "file" : "dns";
    if ((await this.#look(other, orgId, host)) === "there") return other;
    return first === "absent" ? "gone" : "unclear";
  }

  /** What shows that a name is this organisation's, and where it may be put. */
  proofOf(orgId: string, host: string) {
    const value = this.#value(orgId, host);
    const record = { type: "TXT", name: recordNameOf(host), value };
    const file = { url: `http://${host}${proofPath}`, content: value };
    const advice =
      `Add a TXT record to the DNS at ${record.name} with the value ${value}, ` +
      `or a file with this value at ${file.url}`;
    return { record, file, advice };
  }

  #look(kind: ProofKind, orgId: string, host: string): Promise<Look> {
    const { resolveTxt, files } = this.#deps;
    const value = this.#value(orgId, host);
    return kind === "dns" ? lookInDns(host, value, resolveTxt) : lookForFile(host, value, files);
  }

  isListed(host: string): boolean {
    return this.#deps.listed.some((one) =>
      one.startsWith("*.") ? host.endsWith(one.slice(1)) : host === one,
    );
  }

  isOwn(host: string): boolean {
    const own = new URL(this.#deps.publicUrl).hostname;
    return host === own || /(^|\.)localhost$/.test(host);
  }

  /** Another organisation's proves nothing for this one. */
  #value(orgId: string, host: string): string {
    const hash = this.#deps.secrets.derive("room host", `${orgId}\0${host}`);
    return `turnkeeper=${hash.slice(0, 32)}`;
  }
}

/** 10.1, 127.0.0.1, 0x7f.1: what ends in a number is read as an address. */
function isNumeric(host: string): boolean {
  return /(^|\.)(\d+|0x[\da-f]*)$/.test(host);
}
