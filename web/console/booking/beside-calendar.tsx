// A page beside the calendar that is a list: requests, those who wait, pages for the public.

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LinkState } from "../../wire/stream.ts";
import { backClass } from "../ui/button.tsx";
import { Connection } from "../ui/connection.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { inbox } from "./messages.ts";

interface BesideCalendarProps<T> {
  words: { title: string; text: string; none: string; noneText: string };
  /** Beside the title. */
  action?: ReactNode;
  link?: LinkState;
  error: unknown;
  onRetry(): void;
  /** Once all is there that they are shown with. */
  items: T[] | undefined;
  children(items: T[]): ReactNode;
  /** Dialogs. */
  more?: ReactNode;
}

export function BesideCalendar<T>(props: BesideCalendarProps<T>) {
  const { words, action, link, error, onRetry, items, children, more } = props;
  return (
    <div className="mx-auto grid w-full max-w-4xl content-start gap-5">
      <div className="grid gap-1">
        <Link to="/calendar" className={backClass}>
          {inbox.back}
        </Link>
        <div className="flex flex-wrap items-center gap-4">
          <h1 className="text-4xl font-bold">{words.title}</h1>
          {action}
        </div>
        <p className="max-w-prose text-soft">{words.text}</p>
      </div>
      {link && <Connection link={link} />}
      {error ? (
        <Failure error={error} onRetry={onRetry} />
      ) : !items ? (
        <Loading />
      ) : items.length === 0 ? (
        <Empty title={words.none} text={words.noneText} />
      ) : (
        children(items)
      )}
      {more}
    </div>
  );
}
