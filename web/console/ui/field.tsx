import { useState, type ReactNode } from "react";
import {
  FieldError,
  Input,
  Label,
  NumberField as AriaNumberField,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from "react-aria-components";
import { common } from "../messages.ts";

export const inputClass =
  "w-full min-h-11 rounded-lg border border-edge bg-card px-3 py-2 text-base text-ink placeholder:text-soft wrong:border-danger wrong:border-2";
export const labelClass = "font-semibold";
const hintClass = "text-sm text-soft";

interface Common {
  label: string;
  /** Whose, for those who cannot see where the field stands. */
  of?: string;
  hint?: ReactNode;
  optional?: boolean;
  error?: string | undefined;
}

/**
 * What the server says of a value holds until the value is changed. Kept longer, the browser would take
 * the field for wrong and not send the form again.
 */
function useErrorOf(value: unknown, error: string | undefined): string | undefined {
  const [answer, setAnswer] = useState({ error, value });
  if (answer.error !== error) setAnswer({ error, value });
  return answer.error === error && answer.value !== value ? undefined : error;
}

function LabelLine({ label, of, optional }: Pick<Common, "label" | "of" | "optional">) {
  return (
    <Label className={labelClass}>
      {label}
      {of && <span className="sr-only"> {of}</span>}
      {optional && <span className="font-normal text-soft"> · {common.optional}</span>}
    </Label>
  );
}

function Below({ hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {error ? (
        <FieldError className="text-sm font-semibold text-danger">{error}</FieldError>
      ) : (
        <FieldError className="text-sm font-semibold text-danger" />
      )}
      {hint && !error && (
        <Text slot="description" className={hintClass}>
          {hint}
        </Text>
      )}
    </>
  );
}

interface FieldProps extends Common, Omit<TextFieldProps, "children" | "className"> {
  multiline?: boolean;
  className?: string;
}

export function Field({
  label,
  hint,
  optional,
  error: answered,
  multiline,
  className = "",
  ...props
}: FieldProps) {
  const error = useErrorOf(props.value, answered);
  return (
    <TextField
      {...props}
      isInvalid={Boolean(error)}
      className={`grid content-start gap-1.5 ${className}`}
    >
      <LabelLine label={label} optional={optional} />
      {multiline ? <TextArea rows={2} className={inputClass} /> : <Input className={inputClass} />}
      <Below hint={hint} error={error} />
    </TextField>
  );
}

/** A date on the wall; every browser has its own good way to choose one. */
export function DateField(props: Omit<FieldProps, "multiline" | "type">) {
  return <Field {...props} type="date" />;
}

interface CountProps extends Common {
  name?: string;
  unit?: string;
  value: number | null;
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  fractions?: boolean;
}

/** A number that may be left empty, which means "none". */
export function Count({
  label,
  of,
  hint,
  optional,
  error: answered,
  unit,
  value,
  onChange,
  min = 1,
  max,
  fractions,
  name,
}: CountProps) {
  const error = useErrorOf(value, answered);
  return (
    <AriaNumberField
      {...(name && { name })}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      minValue={min}
      {...(max !== undefined && { maxValue: max })}
      formatOptions={{ maximumFractionDigits: fractions ? 1 : 0, useGrouping: false }}
      isInvalid={Boolean(error)}
      className="grid content-start gap-1.5"
    >
      <LabelLine label={label} of={of} optional={optional} />
      <span className="flex items-center gap-2">
        <Input className={`${inputClass} max-w-28 tabular-nums`} />
        {unit && <span className="text-soft">{unit}</span>}
      </span>
      <Below hint={hint} error={error} />
    </AriaNumberField>
  );
}
