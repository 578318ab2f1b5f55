import { useState } from "react";
import { common } from "../messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** A value to take away. Selecting it by hand works too, where the clipboard is not allowed. */
export function CopyLine({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div className="flex flex-wrap items-stretch gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-0 flex-1 basis-64 rounded-lg border border-edge bg-sunk px-3 min-h-11 font-mono text-sm"
      />
      <Button look="main" onPress={() => void copy()}>
        <Icon name={copied ? "check" : "copy"} />
        <span aria-live="polite">{copied ? common.copied : common.copy}</span>
      </Button>
    </div>
  );
}
