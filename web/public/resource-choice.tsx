/** @jsxImportSource preact */
import { booking as text } from "./booking-messages.ts";

interface ResourcesProps {
  list: readonly { id: string; name: string }[];
  chosen: string;
  onChoose(id: string): void;
}

export function Resources({ list, chosen, onChoose }: ResourcesProps) {
  return (
    <fieldset class="chips">
      <legend>{text.who}</legend>
      {list.map(({ id, name }) => (
        <label key={id}>
          <input
            type="radio"
            name="resource"
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
