import { Input, Label, NumberField } from "react-aria-components";
import { majorOf, minorOf } from "../../look/money.ts";
import { common } from "../messages.ts";
import { inputClass, labelClass } from "../ui/field.tsx";

interface MoneyFieldProps {
  label: string;
  /** Whose, for those who cannot see where the field stands. */
  hideLabel?: boolean;
  optional?: boolean;
  currency: string;
  /** In minor units. */
  value: number | null;
  onChange(value: number | null): void;
}

export function MoneyField({
  label,
  hideLabel = false,
  optional = false,
  currency,
  value,
  onChange,
}: MoneyFieldProps) {
  return (
    <NumberField
      value={value === null ? Number.NaN : majorOf(value, currency)}
      onChange={(next) => onChange(Number.isNaN(next) ? null : minorOf(next, currency))}
      minValue={0}
      formatOptions={{ style: "currency", currency }}
      isRequired={!optional}
      className="grid content-start gap-1.5"
      {...(hideLabel && { "aria-label": label })}
    >
      {!hideLabel && (
        <Label className={labelClass}>
          {label}
          {optional && <span className="font-normal text-soft"> · {common.optional}</span>}
        </Label>
      )}
      <Input className={`${inputClass} max-w-40 tabular-nums`} />
    </NumberField>
  );
}
