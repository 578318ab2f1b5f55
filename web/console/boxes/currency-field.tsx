import { Combo } from "../ui/combo.tsx";
import { merchants as text } from "./messages.ts";

const names = new Intl.DisplayNames(undefined, { type: "currency" });
const currencies = Intl.supportedValuesOf("currency").map((id) => ({
  id,
  name: `${id} ${names.of(id) ?? ""}`,
}));

interface CurrencyFieldProps {
  value: string;
  onChange(currency: string): void;
}

export function CurrencyField(props: CurrencyFieldProps) {
  return <Combo label={text.currency} items={currencies} {...props} />;
}
