// What is in a box, how many, for how much, and when: the same fields for tonight and for a template.

import { useId } from "react";
import type { BoxWish } from "./boxes-api.ts";
import { Count, Field, inputClass, labelClass } from "../ui/field.tsx";
import { form as text } from "./messages.ts";
import { MoneyField } from "./money-field.tsx";
import { PriceDropsField } from "./price-drops-field.tsx";

/** While it is being filled in, numbers may be missing. */
export interface BoxDraft extends Omit<BoxWish, "quantity" | "price"> {
  quantity: number | null;
  price: number | null;
}

export const emptyDraft: BoxDraft = {
  title: "",
  description: null,
  value: null,
  quantity: 5,
  price: null,
  pickupStart: "17:00",
  pickupEnd: "19:00",
  priceDrops: null,
};

/** null: something is missing still. */
export function wishOf(draft: BoxDraft): BoxWish | null {
  const { quantity, price } = draft;
  const title = draft.title.trim();
  if (title === "" || quantity === null || price === null) return null;
  return { ...draft, title, description: draft.description?.trim() || null, quantity, price };
}

interface BoxFieldsProps {
  draft: BoxDraft;
  currency: string;
  wrong: Record<string, string>;
  onChange(draft: BoxDraft): void;
}

export function BoxFields({ draft, currency, wrong, onChange }: BoxFieldsProps) {
  const set = (change: Partial<BoxDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Field
        label={text.title}
        hint={text.titleHint}
        isRequired
        maxLength={100}
        value={draft.title}
        onChange={(title) => set({ title })}
        error={wrong["title"]}
      />
      <Field
        label={text.description}
        optional
        maxLength={1_000}
        value={draft.description ?? ""}
        onChange={(words) => set({ description: words === "" ? null : words })}
        error={wrong["description"]}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-5">
        <Count
          label={text.quantity}
          value={draft.quantity}
          onChange={(quantity) => set({ quantity })}
          max={10_000}
          error={wrong["quantity"]}
        />
        <MoneyField
          label={text.price}
          currency={currency}
          value={draft.price}
          onChange={(price) => set({ price })}
        />
        <MoneyField
          label={text.value}
          optional
          currency={currency}
          value={draft.value}
          onChange={(value) => set({ value })}
        />
      </div>
      <PickupTimes draft={draft} onChange={set} />
      <PriceDropsField
        drops={draft.priceDrops}
        price={draft.price}
        currency={currency}
        error={wrong["priceDrops"]}
        onChange={(priceDrops) => set({ priceDrops })}
      />
    </>
  );
}

interface PickupTimesProps {
  draft: BoxDraft;
  onChange(change: Partial<BoxDraft>): void;
}

function PickupTimes({ draft: { pickupStart, pickupEnd }, onChange }: PickupTimesProps) {
  const id = useId();
  const field = (name: "pickupStart" | "pickupEnd", label: string, value: string) => (
    <label className="grid gap-1.5">
      <span className={labelClass}>{label}</span>
      <input
        type="time"
        required
        value={value}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={`${inputClass} w-36 tabular-nums`}
      />
    </label>
  );
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {field("pickupStart", text.from, pickupStart)}
        {field("pickupEnd", text.to, pickupEnd)}
      </div>
      <p id={id} className="text-sm text-soft empty:hidden" aria-live="polite">
        {pickupEnd !== "" && pickupEnd <= pickupStart && text.overnight}
      </p>
    </div>
  );
}
