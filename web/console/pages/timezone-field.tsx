import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  FieldError,
} from "react-aria-components";
import { queues as text } from "../messages.ts";
import { inputClass, labelClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";

/** Browsers list some zones by a name that nobody there uses any more. */
const renamed = [
  "America/Argentina/Buenos_Aires",
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Atlantic/Faroe",
  "Europe/Kyiv",
  "UTC",
];

const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), ...renamed])]
  .toSorted()
  .map((id) => ({ id }));

export function timezoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Some four hundred zones: typing a city is quicker than scrolling. */
export function TimezoneField({
  value,
  onChange,
}: {
  value: string;
  onChange(zone: string): void;
}) {
  return (
    <ComboBox
      className="grid content-start gap-1.5"
      defaultItems={zones}
      selectedKey={value}
      onSelectionChange={(zone) => zone !== null && onChange(String(zone))}
      menuTrigger="focus"
    >
      <Label className={labelClass}>{text.timezone}</Label>
      <div className="relative">
        <Input className={`${inputClass} pe-11`} />
        <Button className="absolute inset-y-0 end-0 grid w-11 place-items-center text-soft">
          <Icon name="chevron" />
        </Button>
      </div>
      <FieldError className="text-sm font-semibold text-danger" />
      <Popover className="appear w-(--trigger-width) max-h-72 overflow-auto rounded-xl border border-rule bg-card p-1.5 shadow-card">
        <ListBox<{ id: string }> className="outline-none">
          {({ id }) => (
            <ListBoxItem
              id={id}
              textValue={id}
              className="cursor-pointer rounded-lg px-3 py-1.5 outline-none focused:bg-sunk selected:font-semibold"
            >
              {id.replaceAll("_", " ")}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
