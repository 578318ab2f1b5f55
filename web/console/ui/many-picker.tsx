// Several of many: what is searched for is in sight, and what was chosen stays chosen.

import { useId, useState } from "react";
import { CheckboxGroup, Label } from "react-aria-components";
import { picker as text } from "../messages.ts";
import { Button } from "./button.tsx";
import { Check } from "./check.tsx";
import { Field, labelClass } from "./field.tsx";

export interface Pickable {
  id: string;
  name: string;
  /** Beside the name. */
  text?: string | undefined;
  /** Those of one group stand together. */
  group?: string | undefined;
}

interface ManyPickerProps {
  label: string;
  hint?: string;
  items: readonly Pickable[];
  value: readonly string[];
  onChange(ids: string[]): void;
  max?: number;
}

/** So many are found without a search. */
const inSight = 8;

export function ManyPicker({ label, hint, items, value, onChange, max }: ManyPickerProps) {
  const [words, setWords] = useState("");
  const hintId = useId();
  const shown = items.filter((item) => matches(item, words));
  const groups = [...Map.groupBy(shown, ({ group }) => group ?? "")].toSorted(([a], [b]) =>
    a === "" ? 1 : b === "" ? -1 : a.localeCompare(b),
  );
  const most = max ?? items.length;
  const others = (ids: readonly string[]) => value.filter((id) => !ids.includes(id));
  const choose = (ids: string[]) => onChange([...value, ...ids].slice(0, most));
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={(ids) => onChange(ids.slice(0, most))}
      className="grid gap-2"
      {...(hint && { "aria-describedby": hintId })}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Label className={labelClass}>{label}</Label>
        <span role="status" className="text-sm text-soft">
          {text.chosen(value.length, max)}
        </span>
      </div>
      {hint && (
        <p id={hintId} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {items.length > inSight && (
        <Field label={text.search} type="search" value={words} onChange={setWords} />
      )}
      <div className="grid max-h-72 content-start gap-x-4 overflow-y-auto rounded-xl border border-rule px-4 py-2">
        {shown.length === 0 && <p className="py-2 text-soft">{text.nothing}</p>}
        {groups.map(([group, ofGroup]) => {
          const ids = ofGroup.map(({ id }) => id);
          const isWhole = ids.every((id) => value.includes(id));
          const name = group || (groups.length > 1 ? text.noGroup : "");
          return (
            <div key={group} role="group" {...(name && { "aria-label": name })}>
              {name && (
                <div className="flex items-center justify-between gap-3 pt-1">
                  <span className="text-sm font-bold text-soft">{name}</span>
                  <Button
                    look="quiet"
                    className="-me-3 px-3 text-sm text-soft"
                    isDisabled={!isWhole && others(ids).length + ids.length > most}
                    onPress={() =>
                      isWhole
                        ? onChange(others(ids))
                        : choose(ids.filter((id) => !value.includes(id)))
                    }
                  >
                    {isWhole ? text.none(name) : text.all(name)}
                  </Button>
                </div>
              )}
              <div className="grid gap-x-4 sm:grid-cols-2">
                {ofGroup.map((item) => (
                  <Check
                    key={item.id}
                    value={item.id}
                    isDisabled={value.length >= most && !value.includes(item.id)}
                  >
                    <bdi>{item.name}</bdi>
                    {item.text && <span className="text-sm text-soft"> {item.text}</span>}
                  </Check>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </CheckboxGroup>
  );
}

/** Every word somewhere in the name, in what stands beside it, or in the group. */
export function matches({ name, text: beside = "", group = "" }: Pickable, words: string): boolean {
  const all = `${name} ${beside} ${group}`.toLowerCase();
  return words
    .toLowerCase()
    .split(" ")
    .every((word) => all.includes(word));
}
