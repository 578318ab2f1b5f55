/** @jsxImportSource preact */
// The page of somebody who holds a ticket, a token, a booking or a box: while it is fetched, when the link
// does not prove that it is theirs, and then whatever the page shows of it.

import { render, type ComponentChildren, type VNode } from "preact";
import type { LinkState } from "../wire/stream.ts";
import { Connection, type ConnectionWords } from "./connection.tsx";
import { rootOfPage } from "./start.ts";

interface HeldWords extends ConnectionWords {
  loading: string;
  missingTitle: string;
  missingText: string;
}

interface HeldPageProps<T> {
  held: T | null;
  gone: boolean;
  link: LinkState;
  /** When what is shown was true. */
  since: string | null;
  words: HeldWords;
  class?: string;
  children(held: T): ComponentChildren;
}

export function HeldPage<T>(props: HeldPageProps<T>) {
  const { held, gone, link, since, words, children } = props;
  const connection = <Connection link={link} since={held && since} words={words} />;
  if (held) {
    return (
      <main class={props.class ?? "page"}>
        {connection}
        {children(held)}
      </main>
    );
  }
  return (
    <main class="page">
      {gone ? (
        <section class="resting">
          <h1>{words.missingTitle}</h1>
          <p>{words.missingText}</p>
        </section>
      ) : (
        <section class="slip waiting-for-data" aria-busy="true">
          <p>{words.loading}</p>
        </section>
      )}
      {!gone && connection}
    </main>
  );
}

export function Ending({ title, words }: { title: string; words: string }) {
  return (
    <>
      <p class="headline">{title}</p>
      <p>{words}</p>
    </>
  );
}

/** In place of what the server sent; a link to something else of theirs shows that. */
export function showHeld(view: () => VNode): void {
  const root = rootOfPage();
  const show = () => render(view(), root);
  root.textContent = "";
  show();
  addEventListener("hashchange", show);
}

/** From the address; a link that lost it still works on the phone that has been here before. */
export function keptSecret(place: string): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  try {
    if (fragment === "") return localStorage.getItem(place) ?? "";
    localStorage.setItem(place, fragment);
  } catch {
    // Storage may be refused: the address carries it.
  }
  return fragment;
}
