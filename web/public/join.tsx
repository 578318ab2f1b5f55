/** @jsxImportSource preact */
import "./join.css";
import { hydrate } from "preact";
import { asProblem } from "../../client/transport/problem.ts";
import { request } from "../wire/request.ts";
import type { Ticket } from "../wire/types.ts";
import { JoinPage, type JoinPageProps } from "./join-page.tsx";
import { forget, rememberedTickets } from "./remembered.ts";
import { dataOfPage, rootOfPage } from "./start.ts";

const data = dataOfPage() as JoinPageProps;
hydrate(<JoinPage {...data} />, rootOfPage());

const over = new Set(["SERVED", "CANCELLED", "NO_SHOW"]);

/** Scanning the code again shows the number this phone already has, unless a second one is wanted. */
async function showTicketAlreadyHeld(queueId: string): Promise<void> {
  if (new URLSearchParams(location.search).has("another")) return;
  for (const { ticketId, secret, queueId: held } of rememberedTickets()) {
    if (held !== queueId) continue;
    try {
      const ticket = await request<Ticket>(`/v1/tickets/${ticketId}`, {
        bearer: secret,
        attempts: 1,
      });
      if (ticket && !over.has(ticket.status)) {
        location.replace(`/t/${ticketId}#${secret}`);
        return;
      }
      forget(ticketId);
    } catch (error) {
      const { status } = asProblem(error);
      if (status === 401 || status === 404) forget(ticketId);
    }
  }
}

void showTicketAlreadyHeld(data.queue.id);

// Coming back with the browser's back button revives the old page with its used key.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
