// Where patients go on to after the doctor: the laboratory, the pharmacy, billing. A station is a queue of another
// part of the server, which is asked by this port. That the visit is over and that the patient waits there is one
// commit: whatever fails, they are in one of the two places and in no more than one.

import type { CommandContext } from "../../engine/command-context.ts";
import type { Order, Outcome } from "../../engine/order.ts";
import { newId } from "../../infra/ids.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { refuse } from "../refusals.ts";
import type { Days } from "../days/days.ts";
import { sendOn } from "./orders.ts";
import { labelOf, type Token } from "./rules.ts";
import type { TokenView } from "./view.ts";

export interface Stations {
  /** How somebody comes to wait there, in a decision of the caller's. */
  arrival(by: CommandContext, queueId: string, who: Arriving): Promise<Arrival>;
}

export interface Arriving {
  ticketId: string;
  /** On their slip. */
  number: string;
  name: string;
  from: { name: string; tokenId: string; patientId: string };
}

export interface Arrival {
  queueName: string;
  order: Order;
  /** To be told of the outcome when it is committed. */
  committed(outcome: Outcome): void;
}

/** The page of the patient's phone goes on with them: as the holder of the token sees it. */
export function asHolder(secrets: Secrets, orgId: string, token: TokenView): TokenView {
  if (!token.next) return token;
  const { ticketId } = token.next;
  return { ...token, onward: `/t/${ticketId}#${secrets.ticketSecret(orgId, ticketId)}` };
}

export class SendingOn {
  readonly #days: Days;
  readonly #stations: Stations;

  constructor(days: Days, stations: Stations) {
    this.#days = days;
    this.#stations = stations;
  }

  async send(by: CommandContext, token: Token, queueId: string) {
    const { orgId } = by;
    const ticketId = newId();
    const doctor = await this.#days.doctor(orgId, token.data.doctorId);
    const arrival = await this.#stations.arrival(by, queueId, {
      ticketId,
      number: labelOf(token) ?? "",
      name: token.data.patientName,
      from: { name: doctor.name, tokenId: token.id, patientId: token.data.patientId },
    });
    const next = { queueId, queueName: arrival.queueName, ticketId };
    const { outcome, other } = await this.#days.submitWith(
      by,
      sendOn(by, token, next),
      arrival.order,
    );
    if (!outcome.answer) throw refuse("NOT_FOUND", "There is no such token");
    arrival.committed(other);
    return { token: outcome.answer as TokenView, replayed: outcome.replayed };
  }
}
