// That the time is kept for the one who fills in the form, and for how long; or why it is not to be had.

import { timeIn } from "../../look/zone-time.ts";
import type { Conflict } from "../../wire/booking.ts";
import { asProblem } from "../../../client/transport/problem.ts";
import { Remaining } from "../desk/clock.tsx";
import { sayProblem } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import type { useHold } from "./hold.ts";
import { clash, form as text } from "./messages.ts";

export function HoldLine({ kept, zone }: { kept: ReturnType<typeof useHold>; zone: string }) {
  const { hold, problem, isTaking, isOver, keeper } = kept;
  return (
    <div role="status" className="empty:hidden">
      {problem ? (
        <NotFree error={problem} zone={zone} />
      ) : isOver ? (
        <p className="flex flex-wrap items-center gap-x-4 rounded-lg bg-warn px-4 py-2 text-on-warn">
          {text.holdOver}
          <Button
            look="quiet"
            className="text-on-warn underline"
            onPress={() => keeper.takeAgain()}
          >
            {text.holdAgain}
          </Button>
        </p>
      ) : hold ? (
        <div className="flex flex-wrap items-center gap-x-4 rounded-lg bg-wash px-4 py-1 text-on-wash">
          {/* A second that passes is no news for somebody who listens. */}
          <span aria-hidden="true" className="font-semibold">
            <Remaining until={hold.expiresAt} late="0:00">
              {text.holding}
            </Remaining>
          </span>
          <span className="sr-only">{text.holding("")}</span>
          {!hold.extended && (
            <Button look="quiet" className="text-on-wash underline" onPress={() => keeper.extend()}>
              {text.keepLonger}
            </Button>
          )}
        </div>
      ) : (
        isTaking && <p className="px-4 py-2 text-soft">{text.taking}</p>
      )}
    </div>
  );
}

export function NotFree({ error, zone }: { error: unknown; zone: string }) {
  const conflicts = conflictsIn(error);
  return (
    <div className="rounded-lg bg-danger-wash px-4 py-3 text-danger">
      <p className="font-semibold">{conflicts.length > 0 ? text.notFree : sayProblem(error)}</p>
      <ConflictList conflicts={conflicts} zone={zone} />
    </div>
  );
}

export function ConflictList({ conflicts, zone }: { conflicts: Conflict[]; zone: string }) {
  if (conflicts.length === 0) return null;
  return (
    <ul className={conflicts.length > 1 ? "list-disc ps-5" : ""}>
      {conflicts.slice(0, 6).map((conflict) => (
        <li key={`${conflict.resourceId} ${conflict.start}`}>{inWords(conflict, zone)}</li>
      ))}
    </ul>
  );
}

function inWords({ kind, name, start, end }: Conflict, zone: string): string {
  const [from, to] = [timeIn(start, zone), timeIn(end, zone)];
  if (kind === "inactive") return clash.inactive(name);
  return kind === "taken" ? clash.taken(name, from, to) : clash.closedFor(name, from, to);
}

export function conflictsIn(error: unknown): Conflict[] {
  const { conflicts } = asProblem(error).problem;
  return Array.isArray(conflicts) ? (conflicts as Conflict[]).filter(({ name }) => name) : [];
}
