// The page around sign-in, first run and invitation: one thing to do, nothing else.

import type { ReactNode } from "react";
import { common } from "../messages.ts";
import { Mark } from "../ui/icons.tsx";

export function Door({
  title,
  text,
  children,
  aside,
}: {
  title: string;
  text?: string;
  children: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <main
      className={`mx-auto grid min-h-dvh content-center gap-12 px-5 py-10 ${aside ? "max-w-5xl lg:grid-cols-[1fr_26rem] lg:items-center" : "max-w-md"}`}
    >
      <div className="grid content-start gap-4">
        <p className="mb-4 flex items-center gap-2.5 text-lg font-bold">
          <Mark className="size-9" />
          {common.product}
        </p>
        <h1 className="text-4xl font-bold leading-[1.08]">{title}</h1>
        {text && <p className="max-w-prose text-lg text-soft">{text}</p>}
        {aside}
        {!aside && children}
      </div>
      {aside && (
        <div className="rounded-2xl border border-rule bg-card p-6 shadow-card sm:p-8">
          {children}
        </div>
      )}
    </main>
  );
}
