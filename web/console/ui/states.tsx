// What a page shows while it has nothing, or cannot have it.

import { useEffect, useEffectEvent, type ReactNode } from "react";
import { asProblem, isAway } from "../../../client/transport/problem.ts";
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
  return isAway(error) ? (
    <Away error={error} onRetry={onRetry} />
  ) : (
    <Wrong error={error} onRetry={onRetry} />
  );
}

const askAgainMs = 3_000;

/** What comes back by itself is asked for again by the page, some time after each answer. */
function Away({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const askedMs = (asProblem(error).retryAfterSeconds ?? 0) * 1_000;
    const timer = setTimeout(() => retry(), Math.max(askedMs, askAgainMs));
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div
      role="status"
      className="grid justify-items-start gap-3 rounded-2xl bg-warn p-8 text-on-warn"
    >
      <h2 className="text-2xl font-bold">{common.away}</h2>
      <p>{common.awayText}</p>
    </div>
  );
}

function Wrong({ error, onRetry }: { error: unknown; onRetry(): void }) {
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
