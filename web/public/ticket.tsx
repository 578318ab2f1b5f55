/** @jsxImportSource preact */
import "./ticket.css";
import { showHeld } from "./held-page.tsx";
import { rememberedTickets } from "./remembered.ts";
import { dataOfPage } from "./start.ts";
import { TicketPage } from "./ticket-page.tsx";

const { ticketId } = dataOfPage() as { ticketId: string };

function secretOfTicket(): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  if (fragment !== "") return fragment;
  return rememberedTickets().find((one) => one.ticketId === ticketId)?.secret ?? "";
}

showHeld(() => <TicketPage ticketId={ticketId} secret={secretOfTicket()} />);
