// What a page shows while it has nothing, or cannot have it.

import type { ReactNode } from "react";
import { common, failure } from "../messages.ts";
import { sayProblem } from "../problem-text.ts";
import { Button } from "./button.tsx";

export function Empty({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-start gap-3 rounded-2xl border-2 border-dashed border-rule p-8 sm:p-12">
      <h2 className="text-2xl font-bold">{title}</h2>
      <p className="max-w-prose text-soft">{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}

export function Loading() {
  return (
    <div role="status" className="grid gap-3" aria-label={common.loading}>
      {[0, 1, 2].map((row) => (
        <div key={row} className="h-16 rounded-xl bg-sunk motion-safe:animate-pulse" />
      ))}
    </div>
  );
}

export function Failure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-2xl bg-danger-wash p-8">
      <h2 className="text-2xl font-bold text-danger">{failure.title}</h2>
      <p>{sayProblem(error)}</p>
      <Button onPress={onRetry}>{common.retry}</Button>
    </div>
  );
}

export function FormProblem({ error }: { error: unknown }) {
  return (
    <div role="alert" className="empty:hidden">
      {Boolean(error) && (
        <p className="rounded-lg bg-danger-wash px-4 py-3 font-semibold text-danger">
          {sayProblem(error)}
        </p>
      )}
    </div>
  );
}
