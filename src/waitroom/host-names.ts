// Under which names we may stand before other sites. A name is somebody's: whoever wants requests for it
// to come here has to show that it is theirs, by a TXT record in its DNS, unless the server's operator has
// listed it. Our own names, and addresses in numbers, are never anybody's.

import { Resolver } from "node:dns/promises";
import type { Secrets } from "../infra/secrets.ts";
import { invalid, refuse } from "../kernel/refusal.ts";

export type ResolveTxt = (name: string) => Promise<string[][]>;

export interface HostNamesDeps {
  publicUrl: string;
  /** The operator's: names, and `*.example.com` for all below one. */
  listed: readonly string[];
  secrets: Pick<Secrets, "derive">;
  resolveTxt?: ResolveTxt | undefined;
}

/** As names are compared: without port, final dot and capitals. */
export function bareHost(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

export class HostNames {
  readonly #deps: HostNamesDeps;
  readonly #resolveTxt: ResolveTxt;

  constructor(deps: HostNamesDeps) {
    this.#deps = deps;
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    this.#resolveTxt = deps.resolveTxt ?? ((name) => resolver.resolveTxt(name));
  }

  /** Throws unless this organisation may have the name. True: by its proof, which is to be remembered. */
  async check(orgId: string, host: string): Promise<boolean> {
    if (this.isOwn(host)) throw invalid([{ field: "hostName", message: "is this server's own" }]);
    if (isNumeric(host))
      throw invalid([{ field: "hostName", message: "must be a name, not an address" }]);
    if (this.isListed(host)) return false;
    const name = `_turnkeeper.${host}`;
    const value = this.#proof(orgId, host);
    const records = await this.#resolveTxt(name).catch(() => []);
    if (records.some((parts) => parts.join("") === value)) return true;
    const detail = `Add a TXT record to the DNS at ${name} with the value ${value}, then try again`;
    throw refuse("HOST_UNPROVEN", detail, { record: { type: "TXT", name, value } });
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

  /** Another organisation's record proves nothing for this one. */
  #proof(orgId: string, host: string): string {
    const hash = this.#deps.secrets.derive("room host", `${orgId}\0${host}`);
    return `turnkeeper=${hash.slice(0, 32)}`;
  }
}

/** 10.1, 127.0.0.1, 0x7f.1: what ends in a number is read as an address. */
function isNumeric(host: string): boolean {
  return /(^|\.)(\d+|0x[\da-f]*)$/.test(host);
}
