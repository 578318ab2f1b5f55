import type { ReactNode } from "react";
import type { Queue, Ticket } from "../../wire/types.ts";
import { desk as text } from "../messages.ts";
import { Button, IconButton, Key } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { MenuTrigger } from "../ui/menu.tsx";
import { TicketNumber } from "../ui/ticket-number.tsx";
import { Elapsed, Remaining } from "./clock.tsx";
import type { DeskActions } from "./desk-actions.tsx";
import { PersonBadges } from "./person-badges.tsx";
import { TicketMenu, type TicketDialogs } from "./ticket-menu.tsx";

interface CardProps {
  ticket: Ticket;
  queue: Queue;
  actions: DeskActions;
  dialogs: TicketDialogs;
  /** The one that the keyboard acts on. */
  isSelected: boolean;
  onSelect(): void;
}

export function ServingCard({ ticket, queue, actions, dialogs, isSelected, onSelect }: CardProps) {
  const busy = actions.isBusy(ticket);
  const called = ticket.status === "CALLED";
  return (
    <article
      aria-label={ticket.number}
      aria-current={isSelected}
      onFocusCapture={onSelect}
      onPointerDown={onSelect}
      className={`appear overflow-hidden rounded-2xl border bg-card shadow-card ${isSelected ? "border-accent ring-1 ring-accent" : "border-rule"}`}
    >
      <div className="flex items-start justify-between gap-2 ps-5 pe-2 pt-3">
        <div className="grid min-w-0 gap-0.5">
          <TicketNumber number={ticket.number} className="text-4xl font-extrabold tracking-tight" />
          <span className="truncate text-xl font-semibold">
            <bdi>{ticket.name}</bdi>
          </span>
          {ticket.mobile && (
            <a
              href={`tel:${ticket.mobile.replaceAll(" ", "")}`}
              className="justify-self-start text-soft underline underline-offset-4"
              dir="ltr"
            >
              {ticket.mobile}
            </a>
          )}
          <PersonBadges ticket={ticket} queue={queue} />
        </div>
        <MenuTrigger>
          <IconButton label={text.actionsFor(ticket.number)}>
            <Icon name="more" />
          </IconButton>
          <TicketMenu ticket={ticket} actions={actions} dialogs={dialogs} />
        </MenuTrigger>
      </div>
      <p className="flex flex-wrap gap-x-3 px-5 pt-1 pb-4 text-soft">
        <span>
          {called ? text.calledFor : text.servingFor}{" "}
          <Elapsed since={(called ? ticket.calledAt : ticket.servingAt) ?? ticket.joinedAt} />
        </span>
        {ticket.calls > 1 && called && <span>{text.calledTimes(ticket.calls)}</span>}
        {called && ticket.noShowAt && (
          <Remaining until={ticket.noShowAt} late={text.noShowSoon}>
            {text.noShowIn}
          </Remaining>
        )}
      </p>
      <div className="torn grid grid-cols-2 gap-2 p-4 pt-5">
        {called ? (
          <>
            <Action main hint="S" busy={busy} onPress={() => actions.act(ticket, "serve")}>
              {text.serve}
            </Action>
            <Action hint="R" busy={busy} onPress={() => actions.act(ticket, "recall")}>
              {text.recall}
            </Action>
            <Action hint="C" busy={busy} onPress={() => actions.act(ticket, "complete")}>
              {text.complete}
            </Action>
            <Action hint="X" busy={busy} onPress={() => actions.act(ticket, "no-show")}>
              {text.noShow}
            </Action>
          </>
        ) : (
          <div className="col-span-2 grid gap-2">
            <Action main hint="C" busy={busy} onPress={() => actions.act(ticket, "complete")}>
              {text.complete}
            </Action>
            {ticket.from && (
              <Button aria-disabled={busy} onPress={() => !busy && dialogs.transfer(ticket)}>
                {text.sendOn}
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  );
}

interface ActionProps {
  main?: boolean;
  hint: string;
  busy: boolean;
  onPress(): void;
  children: ReactNode;
}

function Action({ main, hint, busy, onPress, children }: ActionProps) {
  return (
    <Button
      look={main ? "main" : "second"}
      className="justify-between px-3"
      aria-disabled={busy}
      onPress={onPress}
    >
      {children}
      <Key>{hint}</Key>
    </Button>
  );
}

export function OtherDesks({
  tickets,
  queue,
  actions,
  dialogs,
}: {
  tickets: Ticket[];
  queue: Queue;
  actions: DeskActions | null;
  dialogs: TicketDialogs;
}) {
  if (tickets.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold text-soft">{text.otherDesks}</h2>
      <ul className="divide-y divide-rule rounded-2xl border border-rule bg-card">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex items-center gap-3 ps-4 pe-1 py-1">
            <span className="w-20 truncate font-semibold">
              <bdi>{ticket.desk}</bdi>
            </span>
            <span className="grid min-w-0 flex-1">
              <TicketNumber number={ticket.number} className="font-bold" />
              <span className="truncate text-sm text-soft">
                <bdi>{ticket.name}</bdi> ·{" "}
                {ticket.status === "CALLED" ? text.calledFor : text.servingFor}{" "}
                <Elapsed
                  since={
                    (ticket.status === "CALLED" ? ticket.calledAt : ticket.servingAt) ??
                    ticket.joinedAt
                  }
                />
              </span>
              <PersonBadges ticket={ticket} queue={queue} />
            </span>
            {actions && (
              <MenuTrigger>
                <IconButton label={text.actionsFor(ticket.number)}>
                  <Icon name="more" />
                </IconButton>
                <TicketMenu ticket={ticket} actions={actions} dialogs={dialogs} full />
              </MenuTrigger>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
