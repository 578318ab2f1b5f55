// A date and a time on the wall, as two plain fields: every browser has its own good way to fill them.

import { useId } from "react";
import type { WallTime } from "../../look/zone-time.ts";
import { common } from "../messages.ts";
import { inputClass, labelClass } from "./field.tsx";

interface MomentProps {
  label: string;
  value: WallTime;
  onChange(value: WallTime): void;
}

export function Moment({ label, value, onChange }: MomentProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="grid content-start gap-1.5">
      <span id={id} className={labelClass}>
        {label}
      </span>
      <div className="flex flex-wrap gap-2">
        <input
          type="date"
          required
          aria-label={common.date}
          value={value.date}
          onChange={(event) => onChange({ ...value, date: event.target.value })}
          className={`${inputClass} w-auto flex-1`}
        />
        <input
          type="time"
          required
          aria-label={common.time}
          value={value.time}
          onChange={(event) => onChange({ ...value, time: event.target.value })}
          className={`${inputClass} w-auto`}
        />
      </div>
    </div>
  );
}
