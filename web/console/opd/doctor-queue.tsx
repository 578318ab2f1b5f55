import { timeIn } from "../../look/zone-time.ts";
import type { QueuedBooking, QueuedToken } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { doctorPage as text, tokens as tokenText, whoIs } from "./messages.ts";
import type { TokenActions } from "./token-actions.tsx";
import { SourceBadge } from "./token-row.tsx";

type Entry = QueuedToken | QueuedBooking;

interface DoctorQueueProps {
  /** In the order of being seen: tokens and bookings. */
  entries: Entry[];
  timezone: string;
  waiting: number;
  actions: TokenActions | null;
}

const startOf = (entry: Entry) => (entry.type === "token" ? entry.slotStart : entry.start);
const endOf = (entry: Entry) => (entry.type === "token" ? entry.slotEnd : entry.end);

export function DoctorQueue({ entries, timezone, waiting, actions }: DoctorQueueProps) {
  const slots = Map.groupBy(entries, startOf);
  return (
    <section aria-labelledby="queue-title" className="grid content-start gap-4">
      <h2 id="queue-title" className="text-2xl font-bold">
        {text.queue} <span className="tabular-nums text-soft">{entries.length}</span>
      </h2>
      {entries.length === 0 && (
        <div className="rounded-2xl border-2 border-dashed border-rule p-6">
          <p className="text-lg font-semibold">{text.nobodyLeft}</p>
          <p className="text-soft">{text.nobodyLeftText}</p>
        </div>
      )}
      {[...slots].map(([start, members]) => (
        <div key={start} className="grid gap-1.5">
          <h3 className="font-semibold tabular-nums text-soft">
            {text.slot(timeIn(start, timezone), timeIn(endOf(members[0]!), timezone))}
          </h3>
          <ol className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card">
            {members.map((entry) => (
              <li
                key={entry.id}
                className="grid min-h-14 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5"
              >
                {entry.type === "token" ? (
                  <TokenEntry token={entry} actions={actions} />
                ) : (
                  <BookingEntry booking={entry} />
                )}
              </li>
            ))}
          </ol>
        </div>
      ))}
      {waiting > 0 && <p className="text-soft">{text.waiting(waiting)}</p>}
    </section>
  );
}

function TokenEntry({ token, actions }: { token: QueuedToken; actions: TokenActions | null }) {
  return (
    <>
      <span className="text-2xl font-extrabold tabular-nums">{token.number}</span>
      <span className="grid min-w-0">
        <span className="truncate text-lg font-semibold leading-tight">
          <bdi>{token.patientName}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-2.5 text-[0.95rem] text-soft">
          <SourceBadge token={token} />
          <span>{token.checkedInAt ? `✓ ${tokenText.here}` : tokenText.expected}</span>
        </span>
      </span>
      {actions && (
        <Button
          className="px-3"
          aria-label={`${tokenText.call}: ${whoIs(token)}`}
          aria-disabled={actions.isBusy(token)}
          onPress={() => void actions.act(token, "call")}
        >
          {tokenText.call}
        </Button>
      )}
    </>
  );
}

function BookingEntry({ booking }: { booking: QueuedBooking }) {
  return (
    <>
      <span aria-hidden className="text-2xl font-extrabold text-soft">
        –
      </span>
      <span className="truncate text-lg font-semibold leading-tight">
        <bdi>{booking.patientName ?? booking.title ?? text.booked}</bdi>
      </span>
      <span className="text-soft">{text.booked}</span>
    </>
  );
}
