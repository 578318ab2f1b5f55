import type { Queue, Ticket } from "../../wire/types.ts";
import { desk as text } from "../messages.ts";

/** What makes this person different: where they come from, priority, party size. Nothing for one ordinary person. */
export function PersonBadges({ ticket, queue }: { ticket: Ticket; queue: Queue }) {
  const index = queue.priorities.findIndex((priority) => priority.key === ticket.priority);
  const special = index >= 0 && index < queue.priorities.length - 1;
  if (!special && ticket.partySize === 1 && !ticket.from) return null;
  return (
    <span className="flex flex-wrap gap-1.5 py-0.5">
      {ticket.from && (
        <span className="rounded-full bg-sunk px-2.5 text-sm font-semibold text-ink">
          {text.from} <bdi>{ticket.from.name}</bdi>
        </span>
      )}
      {special && (
        <span
          className={`rounded-full px-2.5 text-sm font-semibold ${index === 0 ? "bg-accent text-on-accent" : "bg-wash text-on-wash"}`}
        >
          {queue.priorities[index]?.label}
        </span>
      )}
      {ticket.partySize > 1 && (
        <span className="rounded-full bg-sunk px-2.5 text-sm font-semibold text-ink">
          {text.party(ticket.partySize)}
        </span>
      )}
    </span>
  );
}
