// The tickets this phone holds, so that scanning the same code again shows the number it has.
// Storage may be refused (private windows): then nothing is remembered and all else works.

export interface RememberedTicket {
  queueId: string;
  ticketId: string;
  secret: string;
}

const place = "turnkeeper.tickets";
const atMost = 20;

export function rememberedTickets(): RememberedTicket[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(stored) ? (stored as RememberedTicket[]) : [];
  } catch {
    return [];
  }
}

export function remember(ticket: RememberedTicket): void {
  const others = rememberedTickets().filter((one) => one.ticketId !== ticket.ticketId);
  write([ticket, ...others].slice(0, atMost));
}

export function forget(ticketId: string): void {
  write(rememberedTickets().filter((one) => one.ticketId !== ticketId));
}

function write(tickets: RememberedTicket[]): void {
  try {
    localStorage.setItem(place, JSON.stringify(tickets));
  } catch {
    // Nothing to do: the ticket page's own address still carries its secret.
  }
}
