import { timeIn } from "../../look/zone-time.ts";
import type { Token } from "../../wire/opd.ts";
import { doctorPage as text, tokens as tokenText } from "./messages.ts";
import { SourceBadge } from "./token-row.tsx";

interface DoctorQueueProps {
  /** In the order of being seen. */
  tokens: Token[];
  timezone: string;
  waiting: number;
}

export function DoctorQueue({ tokens, timezone, waiting }: DoctorQueueProps) {
  const slots = Map.groupBy(tokens, (token) => token.slotStart);
  return (
    <section aria-labelledby="queue-title" className="grid content-start gap-4">
      <h2 id="queue-title" className="text-2xl font-bold">
        {text.queue} <span className="tabular-nums text-soft">{tokens.length}</span>
      </h2>
      {tokens.length === 0 && (
        <div className="rounded-2xl border-2 border-dashed border-rule p-6">
          <p className="text-lg font-semibold">{text.nobodyLeft}</p>
          <p className="text-soft">{text.nobodyLeftText}</p>
        </div>
      )}
      {[...slots].map(([start, members]) => (
        <div key={start} className="grid gap-1.5">
          <h3 className="font-semibold tabular-nums text-soft">
            {text.slot(timeIn(start, timezone), timeIn(members[0]!.slotEnd, timezone))}
          </h3>
          <ol className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card">
            {members.map((token) => (
              <li
                key={token.id}
                className="grid min-h-14 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5"
              >
                <span className="text-2xl font-extrabold tabular-nums">{token.number}</span>
                <span className="grid min-w-0">
                  <span className="truncate text-lg font-semibold leading-tight">
                    <bdi>{token.patientName}</bdi>
                  </span>
                  <span className="text-[0.95rem] text-soft">
                    <SourceBadge token={token} />
                  </span>
                </span>
                <span className="text-soft">
                  {token.checkedInAt ? `✓ ${tokenText.here}` : tokenText.expected}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
      {waiting > 0 && <p className="text-soft">{text.waiting(waiting)}</p>}
    </section>
  );
}
