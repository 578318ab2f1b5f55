import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import { inputClass, labelClass } from "./field.tsx";
import { Icon } from "./icons.tsx";

export interface ComboItem {
  id: string;
  name: string;
  /** Below the name. */
  text?: string | undefined;
}

interface ComboProps {
  label: string;
  items: ComboItem[];
  value: string;
  onChange(id: string): void;
}

/** One of hundreds: typing is quicker than scrolling. */
export function Combo({ label, items, value, onChange }: ComboProps) {
  return (
    <ComboBox
      className="grid content-start gap-1.5"
      defaultItems={items}
      selectedKey={value}
      onSelectionChange={(id) => id !== null && onChange(String(id))}
      menuTrigger="focus"
    >
      <Label className={labelClass}>{label}</Label>
      <div className="relative">
        <Input className={`${inputClass} pe-11`} />
        <Button className="absolute inset-y-0 end-0 grid w-11 place-items-center text-soft">
          <Icon name="chevron" />
        </Button>
      </div>
      <FieldError className="text-sm font-semibold text-danger" />
      <Popover className="appear w-(--trigger-width) max-h-72 overflow-auto rounded-xl border border-rule bg-card p-1.5 shadow-card">
        <ListBox<ComboItem> className="outline-none">
          {({ id, name, text }) => (
            <ListBoxItem
              id={id}
              textValue={name}
              className="cursor-pointer rounded-lg px-3 py-1.5 outline-none focused:bg-sunk selected:font-semibold"
            >
              {text === undefined ? (
                name
              ) : (
                <>
                  <Text slot="label">{name}</Text>
                  <Text slot="description" className="block text-sm font-normal text-soft">
                    {text}
                  </Text>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
