/** @jsxImportSource preact */
import "./page.css";
import { render } from "preact";
import { rememberedTickets } from "./remembered.ts";
import { dataOfPage, rootOfPage } from "./start.ts";
import { TicketPage } from "./ticket-page.tsx";

const { ticketId } = dataOfPage() as { ticketId: string };

function secretOfTicket(): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  if (fragment !== "") return fragment;
  return rememberedTickets().find((one) => one.ticketId === ticketId)?.secret ?? "";
}

const root = rootOfPage();
const show = () => render(<TicketPage ticketId={ticketId} secret={secretOfTicket()} />, root);
root.textContent = "";
show();
window.addEventListener("hashchange", show);
