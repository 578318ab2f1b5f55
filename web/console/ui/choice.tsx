import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  SearchField,
  Select,
  SelectValue,
  Text,
  useFilter,
} from "react-aria-components";
import { common } from "../messages.ts";
import { inputClass, labelClass } from "./field.tsx";
import { Icon } from "./icons.tsx";

export interface Option<T extends string> {
  id: T;
  name: string;
  text?: string;
}

interface ChoiceProps<T extends string> {
  label: string;
  hideLabel?: boolean;
  options: Option<T>[];
  value: T;
  onChange(value: NoInfer<T>): void;
  isDisabled?: boolean;
}

/** One of a handful, all in sight. */
export function Radios<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <RadioGroup value={value} onChange={(next) => onChange(next as T)} className="grid gap-1.5">
      <Label className={labelClass}>{label}</Label>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Radio
            key={option.id}
            value={option.id}
            className="flex cursor-pointer items-center rounded-lg border border-edge bg-card px-4 min-h-11 hover:bg-sunk selected:border-accent selected:bg-wash selected:text-on-wash selected:font-semibold selected:shadow-[inset_0_0_0_1px_var(--accent)] ringed:outline-3 ringed:outline-offset-2 ringed:outline-accent"
          >
            {option.name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** One of two or three that need explaining, all in sight. */
export function Stacked<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <RadioGroup value={value} onChange={(next) => onChange(next as T)} className="grid gap-1.5">
      <Label className={labelClass}>{label}</Label>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <Radio
            key={option.id}
            value={option.id}
            className="grid cursor-pointer content-start rounded-lg border border-edge bg-card px-4 py-3 hover:bg-sunk selected:border-accent selected:bg-wash selected:text-on-wash selected:shadow-[inset_0_0_0_1px_var(--accent)] ringed:outline-3 ringed:outline-offset-2 ringed:outline-accent"
          >
            <span className="font-semibold">{option.name}</span>
            {option.text && <span className="text-[0.95rem]">{option.text}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** So many are found without a search. */
const inSight = 12;

/** One of several, with a line of explanation each; many can be searched. */
export function Dropdown<T extends string>({
  label,
  hideLabel,
  options,
  value,
  onChange,
  isDisabled = false,
}: ChoiceProps<T>) {
  const { contains } = useFilter({ sensitivity: "base" });
  const list = (
    <ListBox className="overflow-auto outline-none">
      {options.map((option) => (
        <ListBoxItem
          key={option.id}
          id={option.id}
          textValue={option.name}
          className="grid cursor-pointer rounded-lg px-3 py-2 outline-none focused:bg-sunk selected:font-semibold"
        >
          <Text slot="label">{option.name}</Text>
          {option.text && (
            <Text slot="description" className="text-sm font-normal text-soft">
              {option.text}
            </Text>
          )}
        </ListBoxItem>
      ))}
    </ListBox>
  );
  return (
    <Select
      value={value}
      onChange={(next) => next !== null && onChange(String(next) as T)}
      isDisabled={isDisabled}
      className="grid gap-1.5"
      {...(hideLabel && { "aria-label": label })}
    >
      {!hideLabel && <Label className={labelClass}>{label}</Label>}
      <Button
        className={`${inputClass} flex items-center justify-between gap-2 text-start disabled:opacity-60`}
      >
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="chevron" className="size-5 text-soft" />
      </Button>
      <Popover className="appear flex min-w-(--trigger-width) max-h-80 flex-col overflow-auto rounded-xl border border-rule bg-card p-1.5 shadow-card">
        {options.length > inSight ? (
          <Autocomplete filter={contains}>
            <SearchField autoFocus aria-label={common.search} className="mb-1.5">
              <Input placeholder={common.search} className={inputClass} />
            </SearchField>
            {list}
          </Autocomplete>
        ) : (
          list
        )}
      </Popover>
    </Select>
  );
}
