import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Configuration } from "../../wire/availability.ts";
import { Button } from "../ui/button.tsx";
import { hours as text } from "./messages.ts";

interface HistoryProps {
  configurations: Configuration[];
  timezone: string;
  /** null where nothing can be changed. */
  onUse: ((configuration: Configuration) => void) | null;
}

/** Hours may also begin and end in the middle of a day. */
function sinceText(text: string, timezone: string): string {
  const isDate = text.length === 10;
  const date = dateText(isDate ? text : dateIn(text, timezone), { dateStyle: "medium" });
  return isDate ? date : `${date}, ${timeIn(text, timezone)}`;
}

/** All hours there ever were, the newest first. */
export function HoursHistory({ configurations, timezone, onUse }: HistoryProps) {
  if (configurations.length === 0) return null;
  const newestFirst = configurations.toSorted((a, b) => b.validFrom.localeCompare(a.validFrom));
  return (
    <details>
      <summary className="cursor-pointer rounded font-semibold">{text.history}</summary>
      <ul className="mt-3 divide-y divide-rule rounded-xl border border-rule">
        {newestFirst.map((configuration) => {
          const { id, validFrom, validTill, slotMinutes, tokensPerSlot, status } = configuration;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <span className="grid min-w-56 flex-1">
                <span className="font-semibold">
                  {text.range(
                    sinceText(validFrom, timezone),
                    validTill && sinceText(validTill, timezone),
                  )}
                  <span className="font-normal text-soft"> · {text.statuses[status]}</span>
                </span>
                <span className="text-soft">{text.slotsOf(slotMinutes, tokensPerSlot)}</span>
              </span>
              {onUse && (
                <Button look="quiet" className="text-soft" onPress={() => onUse(configuration)}>
                  {text.use}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
