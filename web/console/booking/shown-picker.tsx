// Which resources the calendar shows: found by typing, in groups, a few at a time.

import { useState } from "react";
import { DialogTrigger, Dialog, Popover } from "react-aria-components";
import type { Resource } from "../../wire/availability.ts";
import { types } from "../resources/messages.ts";
import { Button } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { calendar as text } from "./messages.ts";

interface ShownPickerProps {
  /** Those of one type stand together. */
  resources: Resource[];
  shown: Resource[];
  most: number;
  onShow(ids: string[]): void;
}

/** So many are found without a search. */
const inSight = 8;

export function ShownPicker(props: ShownPickerProps) {
  const { resources, shown } = props;
  return (
    <DialogTrigger>
      <Button>
        {text.shown}: {text.shownCount(shown.length, resources.length)}
        <Icon name="chevron" className="size-5 text-soft" />
      </Button>
      <Popover
        placement="bottom start"
        className="appear w-80 max-w-[calc(100vw-2rem)] rounded-xl border border-rule bg-card shadow-card"
      >
        <Dialog aria-label={text.shown} className="grid gap-3 p-3 outline-none">
          <Choices {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Choices({ resources, shown, most, onShow }: ShownPickerProps) {
  const [words, setWords] = useState("");
  const ids = shown.map(({ id }) => id);
  const isFull = ids.length >= most;
  const found = resources.filter(({ name, type }) => hasWords(`${name} ${types[type]}`, words));
  const groups = [...Map.groupBy(found, ({ type }) => type)];
  const toggle = (id: string, isOn: boolean) => {
    // In the order of the columns.
    const next = resources
      .map((one) => one.id)
      .filter((one) => (one === id ? isOn : ids.includes(one)));
    if (next.length > 0) onShow(next);
  };
  return (
    <>
      {resources.length > inSight && (
        <Field label={text.search} type="search" autoFocus value={words} onChange={setWords} />
      )}
      {resources.length > most && (
        <p role="status" className="text-sm text-soft">
          {text.atMost(ids.length, most)}
        </p>
      )}
      <div className="grid max-h-[min(24rem,50dvh)] gap-1 overflow-y-auto">
        {found.length === 0 && <p className="text-soft">{text.nothingFound}</p>}
        {groups.map(([type, members]) => (
          <div key={type} role="group" aria-label={types[type]}>
            {groups.length > 1 && (
              <div className="flex items-center justify-between gap-2 border-b border-rule">
                <span className="text-sm font-bold text-soft">{types[type]}</span>
                <Button
                  look="quiet"
                  className="min-h-9 px-2 text-sm"
                  onPress={() => onShow(members.slice(0, most).map(({ id }) => id))}
                >
                  {text.onlyThese}
                  <span className="sr-only"> {types[type]}</span>
                </Button>
              </div>
            )}
            {members.map(({ id, name }) => (
              <Check
                key={id}
                isSelected={ids.includes(id)}
                isDisabled={isFull && !ids.includes(id)}
                onChange={(isOn) => toggle(id, isOn)}
              >
                <bdi>{name}</bdi>
              </Check>
            ))}
          </div>
        ))}
      </div>
      {resources.length <= most && (
        <Button look="quiet" onPress={() => onShow(resources.map(({ id }) => id))}>
          {text.showAll}
        </Button>
      )}
    </>
  );
}

function hasWords(name: string, words: string): boolean {
  const all = name.toLowerCase();
  return words
    .toLowerCase()
    .split(" ")
    .every((word) => all.includes(word));
}
