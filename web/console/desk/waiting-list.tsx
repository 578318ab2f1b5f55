import { useState, type RefObject } from "react";
import { Input, SearchField, Button as AriaButton } from "react-aria-components";
import type { Queue, Ticket } from "../../wire/types.ts";
import { desk as text } from "../messages.ts";
import { Button, IconButton, Key } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { MenuTrigger } from "../ui/menu.tsx";
import { TicketNumber } from "../ui/ticket-number.tsx";
import { Minutes } from "./clock.tsx";
import type { DeskActions } from "./desk-actions.tsx";
import { matches, type DeskLists } from "./desk-lists.ts";
import { PersonBadges } from "./person-badges.tsx";
import { TicketMenu, type TicketDialogs } from "./ticket-menu.tsx";

interface WaitingListProps {
  lists: DeskLists;
  queue: Queue;
  actions: DeskActions | null;
  dialogs: TicketDialogs;
  search: RefObject<HTMLInputElement | null>;
  onAdd(): void;
  onMore(): void;
}

export function WaitingList({
  lists,
  queue,
  actions,
  dialogs,
  search,
  onAdd,
  onMore,
}: WaitingListProps) {
  const [words, setWords] = useState("");
  const shown = lists.waiting.filter((ticket) => matches(ticket, words));
  const total = lists.more ? Math.max(queue.waiting, lists.waiting.length) : lists.waiting.length;
  return (
    <section aria-labelledby="waiting-title" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="waiting-title" className="text-2xl font-bold">
          {text.waiting} <span className="tabular-nums text-soft">{total}</span>
        </h2>
        <SearchField
          aria-label={text.search}
          value={words}
          onChange={setWords}
          onKeyDown={(event) => event.key === "Escape" && search.current?.blur()}
          className="relative ms-auto min-w-60 flex-1 sm:max-w-sm"
        >
          <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-soft">
            <Icon name="search" />
          </span>
          <Input
            ref={search}
            placeholder={text.search}
            className={`${inputClass} ps-10 pe-11 [&::-webkit-search-cancel-button]:hidden`}
          />
          <span className="absolute inset-y-0 end-1 grid place-items-center text-soft">
            {words === "" ? (
              <span className="pe-2">
                <Key>/</Key>
              </span>
            ) : (
              <AriaButton
                aria-label={text.clearSearch}
                className="grid size-9 place-items-center rounded-lg"
              >
                <Icon name="close" />
              </AriaButton>
            )}
          </span>
        </SearchField>
        {actions && (
          <Button onPress={onAdd}>
            <Icon name="plus" />
            {text.addPerson}
          </Button>
        )}
      </div>
      {lists.waiting.length === 0 && (
        <div className="grid gap-1 rounded-2xl border-2 border-dashed border-rule p-10">
          <p className="text-xl font-semibold">{text.nobodyWaits}</p>
          <p className="text-soft">{text.nobodyWaitsText}</p>
        </div>
      )}
      {lists.waiting.length > 0 && shown.length === 0 && (
        <p role="status" className="rounded-2xl border-2 border-dashed border-rule p-8 text-soft">
          {text.noMatch(words)}
        </p>
      )}
      {shown.length > 0 && (
        <ol className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card">
          {shown.map((ticket) => (
            <Row
              key={ticket.id}
              ticket={ticket}
              place={lists.waiting.indexOf(ticket) + 1}
              queue={queue}
              actions={actions}
              dialogs={dialogs}
            />
          ))}
        </ol>
      )}
      {lists.more && (
        <Button className="justify-self-center" onPress={onMore}>
          {text.showMore}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  ticket: Ticket;
  place: number;
  queue: Queue;
  actions: DeskActions | null;
  dialogs: TicketDialogs;
}

function Row({ ticket, place, queue, actions, dialogs }: RowProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 ps-4 pe-1 min-h-14 sm:grid-cols-[2rem_10rem_minmax(0,1fr)_auto_auto]">
      <span className="text-end tabular-nums text-soft">{place}</span>
      <TicketNumber number={ticket.number} className="hidden text-lg font-bold sm:inline" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 py-1.5">
        <TicketNumber number={ticket.number} className="w-full font-bold sm:hidden" />
        <span className="min-w-0 truncate text-lg">
          <bdi>{ticket.name}</bdi>
        </span>
        <PersonBadges ticket={ticket} queue={queue} />
      </span>
      <span className="whitespace-nowrap text-soft">
        <Minutes since={ticket.joinedAt} />
      </span>
      {actions ? (
        <MenuTrigger>
          <IconButton label={text.actionsFor(ticket.number)} isDisabled={actions.isBusy(ticket)}>
            <Icon name="more" />
          </IconButton>
          <TicketMenu ticket={ticket} actions={actions} dialogs={dialogs} />
        </MenuTrigger>
      ) : (
        <span className="w-3" />
      )}
    </li>
  );
}
