import type { ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
  Separator,
  type MenuItemProps,
} from "react-aria-components";

export { MenuTrigger };

export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover
      className="appear min-w-56 rounded-xl border border-rule bg-card p-1.5 shadow-card"
      placement="bottom end"
    >
      <AriaMenu aria-label={label} className="outline-none">
        {children}
      </AriaMenu>
    </Popover>
  );
}

export function MenuItem({ danger, ...props }: MenuItemProps & { danger?: boolean }) {
  return (
    <AriaMenuItem
      {...props}
      className={`flex items-center min-h-10 cursor-pointer rounded-lg px-3 outline-none focused:bg-sunk disabled:opacity-50 ${danger ? "text-danger" : "text-ink"}`}
    />
  );
}

export function MenuLine() {
  return <Separator className="my-1.5 h-px border-0 bg-rule" />;
}
