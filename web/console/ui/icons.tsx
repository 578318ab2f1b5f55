// A few line drawings, all on a 20 × 20 grid, all decoration.

const paths = {
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  search: "M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm8 2-3.6-3.6",
  close: "m5 5 10 10M15 5 5 15",
  edit: "m4 16 1-4 8.5-8.5 3 3L8 15Zm8-11 3 3",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  scan: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M3 10h14",
  up: "m5 12 5-5 5 5",
  down: "m5 8 5 5 5-5",
  chevron: "m6 8 4 4 4-4",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
  settings:
    "M3 6h8m4 0h2M3 14h2m4 0h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  screen: "M3 4h14v9H3zM7 17h6",
  poster: "M5 3h10v14H5zM8 7h4v4H8zM8 14h4",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5h.01",
  copy: "M7 7V4h9v9h-3M4 7h9v9H4z",
  urgent: "M10 3v14M4 6.5l12 7M16 6.5l-12 7",
  calendar: "M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3M13 3v3",
  person: "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 7c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
  door: "M5 17V3h10v14M3 17h14M12 10h.01",
  away: "M3 10h9m0 0-3.5-3.5M12 10l-3.5 3.5M12 3.5h4.5v13H12",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.6 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** The mark of the product: a ticket, torn off and done. */
export function Mark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        fill="var(--accent)"
        d="M4 9a4 4 0 0 1 4-4h16a4 4 0 0 1 4 4v3.2a4 4 0 0 0 0 7.6V23a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-3.2a4 4 0 0 0 0-7.6z"
      />
      <path
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m11 16.5 3.5 3.5 7-8"
      />
    </svg>
  );
}
