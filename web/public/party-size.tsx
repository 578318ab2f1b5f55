/** @jsxImportSource preact */
import { join as text } from "./messages.ts";

const largest = 50;

export function PartySize({ value, onChange }: { value: number; onChange(size: number): void }) {
  const set = (size: number) => {
    if (size >= 1 && size <= largest) onChange(size);
  };
  return (
    <div class="field">
      <label for="party">{text.party}</label>
      <div class="stepper">
        <button type="button" aria-label={text.fewer} onClick={() => set(value - 1)}>
          −
        </button>
        <input
          id="party"
          name="partySize"
          type="number"
          inputMode="numeric"
          min={1}
          max={largest}
          value={value}
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <button type="button" aria-label={text.more} onClick={() => set(value + 1)}>
          +
        </button>
      </div>
    </div>
  );
}
