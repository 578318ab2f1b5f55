import type { ReactNode } from "react";
import { Button } from "react-aria-components";

export function UndoButton({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <Button
      onPress={onPress}
      className="inline-flex min-h-10 items-center gap-2 rounded-lg px-3 font-bold underline underline-offset-4"
    >
      {children}
    </Button>
  );
}
