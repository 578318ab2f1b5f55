import { queues as text } from "../messages.ts";
import { Combo } from "../ui/combo.tsx";

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
  .map((id) => ({ id, name: id.replaceAll("_", " ") }));

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
  return <Combo label={text.timezone} items={zones} value={value} onChange={onChange} />;
}
