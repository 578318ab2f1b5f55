import type { ReactNode, Ref } from "react";
import { Button as AriaButton, composeRenderProps, type ButtonProps } from "react-aria-components";

type Look = "main" | "second" | "quiet" | "danger";

const looks: Record<Look, string> = {
  main: "bg-accent text-on-accent hover:bg-accent-strong pressed:bg-accent-strong font-bold",
  second: "border border-edge bg-card text-ink hover:bg-sunk pressed:bg-sunk font-semibold",
  quiet: "text-ink hover:bg-sunk pressed:bg-sunk font-medium",
  danger:
    "border border-danger text-danger hover:bg-danger-wash pressed:bg-danger-wash font-semibold",
};

/** For a link to the page above. */
export const backClass = "justify-self-start text-soft underline underline-offset-4 hover:text-ink";

export function buttonClass(look: Look, more = ""): string {
  return `inline-flex items-center justify-center gap-2 rounded-lg px-4 min-h-11 text-base transition-colors disabled:opacity-50 ${looks[look]} ${more}`;
}

interface LookProps extends ButtonProps {
  look?: Look;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = "second", className, ...props }: LookProps) {
  return (
    <AriaButton
      {...props}
      className={composeRenderProps(className, (more) => buttonClass(look, more ?? ""))}
    />
  );
}

/** Small and square; its name is for those who cannot see the drawing. */
export function IconButton({
  label,
  children,
  className,
  ...props
}: ButtonProps & { label: string; children: ReactNode }) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={composeRenderProps(
        className,
        (more) =>
          `inline-grid place-items-center size-11 rounded-lg text-soft hover:bg-sunk hover:text-ink pressed:bg-sunk transition-colors disabled:opacity-40 ${more ?? ""}`,
      )}
    >
      {children}
    </AriaButton>
  );
}

export function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="inline-grid pointer-coarse:hidden place-items-center min-w-6 h-6 px-1 rounded border border-current/40 text-xs font-semibold leading-none opacity-80"
    >
      {children}
    </kbd>
  );
}
