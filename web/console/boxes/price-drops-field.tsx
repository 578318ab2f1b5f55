// How the price falls towards the end. What is shown below is what shoppers will see.

import type { PriceDrops } from "../../wire/boxes.ts";
import { common } from "../messages.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Count } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { form as text } from "./messages.ts";
import { MoneyField } from "./money-field.tsx";

type Kind = keyof typeof text.dropKinds;

const kinds = (["none", "line", "steps"] as const).map((id) => ({
  id,
  name: text.dropKinds[id],
}));
const maxSteps = 20;

interface PriceDropsFieldProps {
  drops: PriceDrops | null;
  price: number | null;
  currency: string;
  error: string | undefined;
  onChange(drops: PriceDrops | null): void;
}

export function PriceDropsField({ drops, price, currency, error, onChange }: PriceDropsFieldProps) {
  const half = Math.round((price ?? 0) / 2);
  const begin: Record<Kind, PriceDrops | null> = {
    none: null,
    line: { kind: "line", fromMinutesBeforeEnd: 60, floor: half },
    steps: { kind: "steps", steps: [{ minutesBeforeEnd: 60, price: half }] },
  };
  return (
    <div className="grid gap-4">
      <Radios
        label={text.drops}
        options={kinds}
        value={drops?.kind ?? "none"}
        onChange={(kind) => onChange(begin[kind])}
      />
      {drops?.kind === "line" && (
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <Count
            label={text.lineFrom}
            unit={text.beforeEnd}
            value={drops.fromMinutesBeforeEnd}
            max={2_880}
            onChange={(minutes) => onChange({ ...drops, fromMinutesBeforeEnd: minutes ?? 60 })}
          />
          <MoneyField
            label={text.lineFloor}
            currency={currency}
            value={drops.floor}
            onChange={(floor) => onChange({ ...drops, floor: floor ?? 0 })}
          />
        </div>
      )}
      {drops?.kind === "steps" && (
        <Steps steps={drops.steps} currency={currency} onChange={onChange} />
      )}
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </div>
  );
}

type Step = Extract<PriceDrops, { kind: "steps" }>["steps"][number];

interface StepsProps {
  steps: Step[];
  currency: string;
  onChange(drops: PriceDrops): void;
}

function Steps({ steps, currency, onChange }: StepsProps) {
  const set = (next: Step[]) => onChange({ kind: "steps", steps: next });
  const last = steps.at(-1);
  return (
    <div className="grid gap-3">
      {steps.map((step, index) => (
        // A step has no identity but its place in the list.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-wrap items-end gap-x-3 gap-y-1">
          <Count
            label={text.step(index + 1)}
            unit={text.beforeEnd}
            value={step.minutesBeforeEnd}
            min={0}
            max={2_880}
            onChange={(minutes) =>
              set(steps.with(index, { ...step, minutesBeforeEnd: minutes ?? 0 }))
            }
          />
          <MoneyField
            hideLabel
            label={text.stepPrice(index + 1)}
            currency={currency}
            value={step.price}
            onChange={(price) => set(steps.with(index, { ...step, price: price ?? 0 }))}
          />
          <IconButton
            label={`${common.remove}: ${text.step(index + 1)}`}
            isDisabled={steps.length === 1}
            onPress={() => set(steps.toSpliced(index, 1))}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      ))}
      {steps.length < maxSteps && last && (
        <Button
          className="justify-self-start"
          onPress={() =>
            set([
              ...steps,
              {
                minutesBeforeEnd: Math.floor(last.minutesBeforeEnd / 2),
                price: Math.floor(last.price / 2),
              },
            ])
          }
        >
          <Icon name="plus" />
          {text.addStep}
        </Button>
      )}
    </div>
  );
}
