// The same week with fields: for the keyboard, for a phone, and for those who know the exact times.

import { Button, IconButton } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu, MenuItem, MenuLine, MenuTrigger } from "../ui/menu.tsx";
import { hours as text, weekdays } from "./messages.ts";
import { changed, copied, overlapping, withMore, without, type EditedWindow } from "./week.ts";

interface WeekListProps {
  windows: EditedWindow[];
  slotMinutes: number;
  onChange(windows: EditedWindow[]): void;
}

export function WeekList({ windows, slotMinutes, onChange }: WeekListProps) {
  const crossing = overlapping(windows);
  return (
    <ul className="divide-y divide-rule">
      {weekdays.map((name, day) => {
        const mine = windows.filter((window) => window.day === day);
        return (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            <span className="pt-2 font-semibold">{name}</span>
            <div className="flex flex-wrap gap-x-5 gap-y-2 max-sm:order-last max-sm:col-span-2">
              {mine.length === 0 && <span className="pt-2 text-soft">{text.closed}</span>}
              {mine.map((window) => (
                <WindowFields
                  key={window.key}
                  window={window}
                  day={name}
                  isWrong={crossing.has(window.key)}
                  onChange={(change) => onChange(changed(windows, window.key, change))}
                  onRemove={() => onChange(without(windows, window.key))}
                />
              ))}
            </div>
            <div className="flex">
              <IconButton
                label={text.add(name)}
                onPress={() => onChange(withMore(windows, day, slotMinutes))}
              >
                <Icon name="plus" />
              </IconButton>
              <CopyMenu
                day={day}
                isDisabled={mine.length === 0}
                onCopy={(to) => onChange(copied(windows, day, to))}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface WindowFieldsProps {
  window: EditedWindow;
  day: string;
  isWrong: boolean;
  onChange(change: { start?: string; end?: string }): void;
  onRemove(): void;
}

function WindowFields({ window, day, isWrong, onChange, onRemove }: WindowFieldsProps) {
  const field = `${inputClass} min-w-0 sm:max-w-[9.5rem] px-2 tabular-nums max-sm:[&::-webkit-calendar-picker-indicator]:hidden ${isWrong ? "border-2 border-danger" : ""}`;
  return (
    <span className="flex max-w-full items-center gap-1">
      <input
        type="time"
        required
        aria-label={text.from(day)}
        aria-invalid={isWrong}
        value={window.start}
        onChange={(event) => onChange({ start: event.target.value })}
        className={field}
      />
      <span aria-hidden="true">–</span>
      <input
        type="time"
        required
        aria-label={text.until(day)}
        aria-invalid={isWrong}
        // A time field has no 24:00; at the end of a day midnight can only mean that.
        value={window.end === "24:00" ? "00:00" : window.end}
        onChange={({ target: { value } }) => onChange({ end: value === "00:00" ? "24:00" : value })}
        className={field}
      />
      <IconButton label={text.remove(day, window.start)} onPress={onRemove} className="size-9">
        <Icon name="close" />
      </IconButton>
    </span>
  );
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

function CopyMenu({
  day,
  isDisabled,
  onCopy,
}: {
  day: number;
  isDisabled: boolean;
  onCopy(to: number[]): void;
}) {
  const name = weekdays[day]!;
  return (
    <MenuTrigger>
      <Button
        look="quiet"
        className="px-3 text-soft"
        aria-label={text.copy(name)}
        isDisabled={isDisabled}
      >
        <Icon name="copy" />
      </Button>
      <Menu label={text.copy(name)}>
        <MenuItem onAction={() => onCopy(everyDay.slice(0, 5))}>{text.copyWeekdays}</MenuItem>
        <MenuItem onAction={() => onCopy(everyDay)}>{text.copyAll}</MenuItem>
        <MenuLine />
        {everyDay
          .filter((other) => other !== day)
          .map((other) => (
            <MenuItem key={other} onAction={() => onCopy([other])}>
              {weekdays[other]}
            </MenuItem>
          ))}
      </Menu>
    </MenuTrigger>
  );
}
