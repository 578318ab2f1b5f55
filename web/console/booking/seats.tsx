// Who and what takes part, each perhaps for a part of the time only.

import type { Resource } from "../../wire/availability.ts";
import { types } from "../resources/messages.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { Icon } from "../ui/icons.tsx";
import { Moment } from "../ui/moment.tsx";
import { needOf, openRoles, type Filled, type Seat } from "./form-state.ts";
import { form as text, roleName } from "./messages.ts";

interface SeatsProps {
  filled: Filled;
  resources: Resource[];
  onChange(seats: Seat[]): void;
}

const nobody = "nobody";

export function Seats({ filled, resources, onChange }: SeatsProps) {
  const { kind, seats } = filled;
  const put = (key: number, change: Partial<Seat>) =>
    onChange(seats.map((seat) => (seat.key === key ? { ...seat, ...change } : seat)));
  const add = (role: string) => {
    const key = Math.max(-1, ...seats.map((seat) => seat.key)) + 1;
    onChange([...seats, { key, role, resourceId: "", own: null }]);
  };
  const isSpare = ({ role }: Seat) =>
    seats.filter((seat) => seat.role === role).length > (needOf(kind, role)?.least ?? 0);
  return (
    <div className="grid gap-4">
      {seats.map((seat) => (
        <OneSeat
          key={seat.key}
          seat={seat}
          filled={filled}
          resources={resources}
          onPut={(change) => put(seat.key, change)}
          {...(isSpare(seat) && {
            onRemove: () => onChange(seats.filter(({ key }) => key !== seat.key)),
          })}
        />
      ))}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {openRoles(kind, seats).map((role) => (
          <Button key={role} onPress={() => add(role)}>
            <Icon name="plus" />
            {text.add(roleName(role))}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface SeatProps {
  seat: Seat;
  filled: Filled;
  resources: Resource[];
  onPut(change: Partial<Seat>): void;
  onRemove?: () => void;
}

function OneSeat({ seat, filled, resources, onPut, onRemove }: SeatProps) {
  const need = needOf(filled.kind, seat.role);
  const fitting = resources.filter(
    ({ id, type }) =>
      need?.types.includes(type) &&
      (id === seat.resourceId || !filled.seats.some(({ resourceId }) => resourceId === id)),
  );
  const label = roleName(seat.role);
  const name = resources.find(({ id }) => id === seat.resourceId)?.name ?? label;
  return (
    <div className="grid gap-1">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Dropdown
            label={label}
            options={[
              ...(seat.resourceId === "" ? [{ id: nobody, name: text.none }] : []),
              ...fitting.map((one) => ({ id: one.id, name: one.name, text: types[one.type] })),
            ]}
            value={seat.resourceId || nobody}
            onChange={(id) => onPut({ resourceId: id === nobody ? "" : id })}
          />
        </div>
        {onRemove && (
          <IconButton label={text.removePart(name)} onPress={onRemove}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      {fitting.length === 0 && (
        <p className="text-sm text-danger">
          {text.noneOf(need?.types.map((type) => types[type]).join(", ") ?? "")}
        </p>
      )}
      {need && !need.throughout && (
        <Check
          isSelected={seat.own !== null}
          onChange={(isOwn) =>
            onPut({ own: isOwn ? { start: filled.start, end: filled.end } : null })
          }
        >
          {text.partOnly}
        </Check>
      )}
      {seat.own && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Moment
            label={`${name}, ${text.partFrom}`}
            value={seat.own.start}
            onChange={(start) => onPut({ own: { ...seat.own!, start } })}
          />
          <Moment
            label={`${name}, ${text.partTo}`}
            value={seat.own.end}
            onChange={(end) => onPut({ own: { ...seat.own!, end } })}
          />
        </div>
      )}
    </div>
  );
}
