/** @jsxImportSource preact */

interface StepperProps {
  label: string;
  fewer: string;
  more: string;
  value: number;
  most: number;
  onChange(value: number): void;
}

/** A small number, by the thumb or typed. */
export function Stepper({ label, fewer, more, value, most, onChange }: StepperProps) {
  const set = (next: number) => {
    if (next >= 1 && next <= most) onChange(next);
  };
  return (
    <div class="field">
      <label for="count">{label}</label>
      <div class="stepper">
        <button type="button" aria-label={fewer} onClick={() => set(value - 1)}>
          −
        </button>
        <input
          id="count"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={value}
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <button type="button" aria-label={more} onClick={() => set(value + 1)}>
          +
        </button>
      </div>
    </div>
  );
}
