// What is checked before somebody new may join: not too many from one address, and the proof of work
// that the room asks for. Each process counts addresses by itself, since joins are many. That a proof is
// used once is kept for all processes.

import { randomBytes } from "node:crypto";
import type { Limiter } from "../../http/public-writes.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { refuse } from "../refusals.ts";
import {
  challengeLastsMs,
  nameOf,
  newChallenge,
  problemOf,
  type Challenge,
  type ChallengeProblem,
  type Solution,
} from "./challenge.ts";
import type { Room } from "./rooms.ts";

export interface JoinGuardDeps {
  joins: Limiter;
  used: Limiter;
  secrets: Secrets;
  clock: Clock;
}

type Counted = Awaited<ReturnType<Limiter["take"]>>;

const details: Record<ChallengeProblem | "used", string> = {
  missing: "A proof of work is needed before joining",
  foreign: "This work was not asked for here",
  old: "This work was done too long ago",
  wrong: "This work is not done",
  used: "This work was used already",
};

export class JoinGuard {
  readonly #deps: JoinGuardDeps;
  readonly #key: string;

  constructor(deps: JoinGuardDeps) {
    this.#deps = deps;
    this.#key = deps.secrets.derive("room challenge", "1");
  }

  challengeFor(room: Room, address: string): Challenge {
    const random = randomBytes(9).toString("base64url");
    return newChallenge(this.#asked(room, address), this.#key, this.#now(), random);
  }

  /** Throws unless somebody from this address may join now. */
  async check(
    room: Room,
    address: string,
    solution: Solution | undefined,
    tell: (counted: Counted) => void = () => undefined,
  ): Promise<void> {
    const most = room.settings.joinsPerAddressPerMinute;
    const counted = await this.#deps.joins.take(
      "room joins",
      `${room.id} ${address}`,
      most,
      60_000,
    );
    tell(counted);
    if (!counted.allowed) {
      const detail = `At most ${most} may join from one address in a minute`;
      const retryAfterSeconds = Math.max(1, counted.resetSeconds);
      throw refuse("RATE_LIMITED", detail, { retryAfterSeconds });
    }
    if (room.settings.challengeBits > 0) await this.#checkWork(room, address, solution);
  }

  async #checkWork(room: Room, address: string, solution: Solution | undefined): Promise<void> {
    const problem = problemOf(solution, this.#asked(room, address), this.#key, this.#now());
    if (problem) throw this.#refusal(room, address, problem);
    const { allowed } = await this.#deps.used.take(
      "room work",
      nameOf(solution!),
      1,
      2 * challengeLastsMs,
    );
    if (!allowed) throw this.#refusal(room, address, "used");
  }

  /** With the next task in it, so that nobody has to ask for one. */
  #refusal(room: Room, address: string, why: ChallengeProblem | "used") {
    const challenge = this.challengeFor(room, address);
    return refuse("CHALLENGE_NEEDED", details[why], { challenge });
  }

  #asked(room: Room, address: string) {
    return { roomId: room.id, address, bits: room.settings.challengeBits };
  }

  #now(): Date {
    return new Date(approximateNow(this.#deps.clock));
  }
}
