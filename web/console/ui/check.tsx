import type { ReactNode } from "react";
import { Checkbox, type CheckboxProps } from "react-aria-components";
import { Icon } from "./icons.tsx";

interface CheckProps extends Omit<CheckboxProps, "children" | "className"> {
  children: ReactNode;
}

export function Check({ children, ...props }: CheckProps) {
  return (
    <Checkbox {...props} className="group flex min-h-11 cursor-pointer items-center gap-3">
      {({ isSelected }) => (
        <>
          <span className="grid size-6 shrink-0 place-items-center rounded border-[1.5px] border-edge bg-card text-on-accent group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-3 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent">
            {isSelected && <Icon name="check" className="size-4.5" />}
          </span>
          <span className="min-w-0">{children}</span>
        </>
      )}
    </Checkbox>
  );
}
