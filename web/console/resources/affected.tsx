// Whom a change of hours would push out, and what becomes of each.

import { useQueries } from "@tanstack/react-query";
import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Claim, Conflicts, Resource, Settled } from "../../wire/availability.ts";
import type { Token } from "../../wire/opd.ts";
import { slotsKey } from "../opd/live-day.ts";
import { whoIs } from "../opd/messages.ts";
import { opdApi } from "../opd/opd-api.ts";
import { Stacked } from "../ui/choice.tsx";
import { conflicts as text } from "./messages.ts";

/** A doctor, or any other resource. */
export type WithHours = Pick<Resource, "id" | "name" | "timezone">;

export interface AffectedProps {
  resource: WithHours;
  outside: Claim[];
  total: number;
  /** What would become of each; unknown where the server does not say. */
  settled?: Settled[] | undefined;
  /** Where those go who find no place with the doctor, by id. */
  elsewhere?: ReadonlyMap<string, string> | undefined;
}

export function Affected({ resource, outside, total, settled, elsewhere }: AffectedProps) {
  const names = useTokens(resource, outside);
  const fates = new Map(settled?.map((one) => [one.id, one]));
  return (
    <div
      role="region"
      aria-label={text.who}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      className="max-h-[45dvh] overflow-auto rounded-xl border border-rule bg-card"
    >
      <table className="w-full">
        <thead className="sticky top-0 bg-sunk text-sm">
          <tr>
            {[text.who, text.now, text.afterwards].map((title) => (
              <th key={title} scope="col" className="px-4 py-2 text-start font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {outside.map((claim) => {
            const token = names.get(claim.id);
            return (
              <tr key={claim.id}>
                <td className="px-4 py-2 font-semibold">
                  <bdi>{token ? whoIs(token) : claim.label}</bdi>
                </td>
                <td className="px-4 py-2 tabular-nums">
                  {moment(claim.start, null, resource.timezone)}
                </td>
                <td className="px-4 py-2 font-semibold tabular-nums">
                  {elsewhere?.get(claim.id) ??
                    fateOf(fates.get(claim.id), claim, resource.timezone)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {total > outside.length && (
        <p className="px-4 py-2 text-soft">{text.more(total - outside.length)}</p>
      )}
    </div>
  );
}

/** The time alone where it is clear which day is meant. */
function moment(at: string, beside: string | null, timezone: string): string {
  const date = dateIn(at, timezone);
  const time = timeIn(at, timezone);
  if (beside && date === dateIn(beside, timezone)) return time;
  return `${dateText(date, { day: "numeric", month: "short" })}, ${time}`;
}

function fateOf(fate: Settled | undefined, claim: Claim, timezone: string): string {
  if (!fate) return text.unknown;
  if (fate.outcome === "kept") return text.kept;
  const to = fate.movedTo ? moment(fate.movedTo, claim.start, timezone) : "";
  if (fate.outcome === "moved") return text.moved(to);
  return to === "" || fate.movedTo === claim.start ? text.waitingHere : text.waiting(to);
}

const maxDays = 14;

/** A claim has no name: the days it is on are read for that. */
function useTokens(resource: WithHours, claims: Claim[]): Map<string, Token> {
  const tokens = claims.filter(({ kind }) => kind === "token");
  const dates = [...new Set(tokens.map(({ start }) => dateIn(start, resource.timezone)))];
  const days = useQueries({
    queries: dates.slice(0, maxDays).map((date) => ({
      queryKey: slotsKey(resource.id, date),
      queryFn: () => opdApi.slots(resource.id, date),
    })),
  });
  const found = days
    .flatMap(({ data }) => data ?? [])
    .flatMap(({ allocated, waiting }) => [...allocated, ...waiting]);
  return new Map(found.map((token) => [token.id, token]));
}

const choices = [
  { id: "move" as const, ...text.move },
  { id: "keep" as const, ...text.keep },
];

interface ConflictChoiceProps {
  value: Conflicts;
  onChange(value: Conflicts): void;
}

export function ConflictChoice({ value, onChange }: ConflictChoiceProps) {
  return <Stacked label={text.what} options={choices} value={value} onChange={onChange} />;
}

/** "3 moved, 1 waiting." or nothing. */
export function settledInWords(settled: Settled[]): string {
  const count = (outcome: Settled["outcome"]) =>
    settled.filter((one) => one.outcome === outcome).length;
  const [moved, waiting] = [count("moved"), count("waiting")];
  return moved + waiting === 0 ? "" : text.done(moved, waiting);
}
