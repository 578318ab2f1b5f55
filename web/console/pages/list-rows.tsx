// Short lists that are edited in place: desks and priorities.

import { Input, TextField } from "react-aria-components";
import type { Priority } from "../../wire/types.ts";
import { common, settings as text } from "../messages.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";

const maxPriorities = 8;
const maxDesks = 100;

export function DeskRows({
  desks,
  onChange,
}: {
  desks: string[];
  onChange(desks: string[]): void;
}) {
  return (
    <div className="grid gap-2">
      {desks.map((desk, index) => (
        // A desk has no identity but its place in the list.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-center gap-1">
          <TextField
            aria-label={text.desk(index + 1)}
            value={desk}
            maxLength={40}
            onChange={(value) => onChange(desks.with(index, value))}
            className="flex-1"
          >
            <Input className={inputClass} />
          </TextField>
          <IconButton
            label={`${common.remove}: ${desk}`}
            onPress={() => onChange(desks.toSpliced(index, 1))}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      ))}
      {desks.length < maxDesks && (
        <Button
          className="justify-self-start"
          onPress={() => onChange([...desks, nextDesk(desks)])}
        >
          <Icon name="plus" />
          {text.addDesk}
        </Button>
      )}
    </div>
  );
}

function nextDesk(desks: string[]): string {
  let number = desks.length + 1;
  while (desks.includes(String(number))) number += 1;
  return String(number);
}

interface PriorityRowsProps {
  priorities: Priority[];
  onChange(priorities: Priority[]): void;
}

export function PriorityRows({ priorities, onChange }: PriorityRowsProps) {
  const last = priorities.length - 1;
  const move = (index: number, by: 1 | -1) => {
    const moved = priorities[index];
    if (moved) onChange(priorities.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  };
  return (
    <div className="grid gap-2">
      {priorities.map((priority, index) => (
        <div key={priority.key} className="flex items-center gap-1">
          <TextField
            aria-label={text.priority(index + 1)}
            value={priority.label}
            maxLength={40}
            isRequired
            onChange={(label) => onChange(priorities.with(index, { ...priority, label }))}
            className="flex-1"
          >
            <Input className={inputClass} />
          </TextField>
          <span className="w-20 text-center text-sm text-soft">
            {index === last && text.ordinary}
          </span>
          <IconButton
            label={`${common.moveUp}: ${priority.label}`}
            isDisabled={index === 0}
            onPress={() => move(index, -1)}
          >
            <Icon name="up" />
          </IconButton>
          <IconButton
            label={`${common.moveDown}: ${priority.label}`}
            isDisabled={index === last}
            onPress={() => move(index, 1)}
          >
            <Icon name="down" />
          </IconButton>
          <IconButton
            label={`${common.remove}: ${priority.label}`}
            isDisabled={priorities.length === 1}
            onPress={() => onChange(priorities.toSpliced(index, 1))}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      ))}
      {priorities.length < maxPriorities && (
        <Button className="justify-self-start" onPress={() => onChange(withNew(priorities))}>
          <Icon name="plus" />
          {text.addPriority}
        </Button>
      )}
    </div>
  );
}

/** New ones come in at the front, the ordinary one stays last. A key never changes, so that tickets keep it. */
function withNew(priorities: Priority[]): Priority[] {
  let number = 1;
  while (priorities.some((priority) => priority.key === `p${number}`)) number += 1;
  return [{ key: `p${number}`, label: text.newPriority }, ...priorities];
}
