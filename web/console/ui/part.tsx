import type { ReactNode } from "react";

/** One part of a long form. */
export function Part({
  title,
  about,
  children,
}: {
  title: string;
  about?: string;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-5 rounded-2xl border border-rule bg-card p-6">
      <div className="grid gap-1">
        <h2 className="text-xl font-bold">{title}</h2>
        {about && <p className="text-soft">{about}</p>}
      </div>
      {children}
    </section>
  );
}
