// The room's public keys, fetched once and kept. A token with a key that is not among them makes the
// gate look again, but not more often than every ten seconds: forged key ids must not become a flood.

import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from "jose";

const keptForMs = 5 * 60_000;
const lookAgainAfterMs = 10_000;

interface Fetched {
  at: number;
  find: ReturnType<typeof createLocalJWKSet>;
}

export class Keys {
  readonly #load: () => Promise<JSONWebKeySet>;
  readonly #now: () => Date;
  #fetched: Fetched | null = null;
  #fetching: Promise<Fetched> | null = null;

  constructor(load: () => Promise<JSONWebKeySet>, now: () => Date) {
    this.#load = load;
    this.#now = now;
  }

  /** As jwtVerify asks for it. */
  find = async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    const known = await this.#keys(keptForMs);
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await this.#keys(lookAgainAfterMs)).find(header, token);
    }
  };

  /** Not older than that; or those we have, when new ones cannot be had. */
  async #keys(maxOldMs: number): Promise<Fetched> {
    const kept = this.#fetched;
    if (kept && this.#now().getTime() - kept.at < maxOldMs) return kept;
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = null));
    try {
      return await this.#fetching;
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  }

  async #fetch(): Promise<Fetched> {
    const find = createLocalJWKSet(await this.#load());
    return (this.#fetched = { at: this.#now().getTime(), find });
  }
}
