// The tickets this phone holds, so that scanning the same code again shows the number it has.

import { storedList } from "./stored-list.ts";

export interface RememberedTicket {
  queueId: string;
  ticketId: string;
  secret: string;
}

const tickets = storedList<RememberedTicket>("turnkeeper.tickets", (one) => one.ticketId);

export const rememberedTickets = tickets.all;
export const remember = tickets.put;
export const forget = tickets.drop;
