import { instantOf, wallTime } from "../../look/zone-time.ts";
import { Button } from "../ui/button.tsx";
import { Moment } from "../ui/moment.tsx";
import { timezoneHere } from "../pages/timezone-field.tsx";
import { roomSettings as text } from "./messages.ts";

interface OpeningTimeProps {
  value: string | null;
  onChange(value: string | null): void;
  error?: string | undefined;
}

/** In the operator's own time: that is the clock on their wall. */
export function OpeningTime({ value, onChange, error }: OpeningTimeProps) {
  const zone = timezoneHere();
  const nextHour = () => Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000;
  return (
    <div className="grid gap-2">
      {value === null ? (
        <div className="flex flex-wrap items-center gap-4">
          <span className="font-semibold">{text.opensNow}</span>
          <Button onPress={() => onChange(new Date(nextHour()).toISOString())}>
            {text.opensAt}…
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-end gap-4">
          <Moment
            label={text.opensAt}
            value={wallTime(value, zone)}
            onChange={({ date, time }) => date && time && onChange(instantOf(date, time, zone))}
          />
          <Button onPress={() => onChange(null)}>{text.opensNow}</Button>
        </div>
      )}
      <p className="text-sm text-soft">{text.opensAtHint}</p>
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </div>
  );
}
