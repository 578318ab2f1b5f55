import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-2xl border border-rule bg-card p-5">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}
