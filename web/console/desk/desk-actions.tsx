// What staff do with the people at their desk. Each action runs once at a time per ticket; the last
// ones can be undone in reverse.

import { useRef, useState } from "react";
import type { Ticket } from "../../wire/types.ts";
import { api, type Verb } from "../api.ts";
import { desk as text, statuses } from "../messages.ts";
import { Key } from "../ui/button.tsx";
import { useNotices } from "../ui/notices.tsx";
import { UndoButton } from "./undo-button.tsx";

const undoDepth = 10;
/** A double click is two clicks: the second must not call the next person. */
const restAfterCallMs = 1_000;

export type CallState = { phase: "ready" | "calling" } | { phase: "called"; number: string };

export interface DeskActions {
  call: CallState;
  callNext(): void;
  act(ticket: Ticket, verb: Exclude<Verb, "undo">): void;
  requeue(ticket: Ticket, to: "front" | "back"): void;
  transfer(ticket: Ticket, queueId: string): void;
  correct(ticket: Ticket, change: { name?: string; partySize?: number }): void;
  undo(): void;
  isBusy(ticket: Ticket): boolean;
}

interface Deps {
  queueId: string;
  desk: string | null;
  apply(ticket: Ticket): void;
  /** Nobody can be sent to a desk that has no name. */
  onNeedDesk(): void;
}

export function useDeskActions({ queueId, desk, apply, onNeedDesk }: Deps): DeskActions {
  const { say, complain } = useNotices();
  const [call, setCall] = useState<CallState>({ phase: "ready" });
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // Read and written in the same tick as the click; state would be one render late.
  const calling = useRef(false);
  const running = useRef(new Set<string>());
  const done = useRef<{ id: string; number: string }[]>([]);

  function told(ticket: Ticket, what: string) {
    done.current = [...done.current, { id: ticket.id, number: ticket.number }].slice(-undoDepth);
    say(
      text.did(ticket.number, what),
      <UndoButton onPress={undo}>
        {text.undo} <Key>U</Key>
      </UndoButton>,
    );
  }

  async function callNow(): Promise<void> {
    if (calling.current) return;
    if (desk === null) return onNeedDesk();
    calling.current = true;
    setCall({ phase: "calling" });
    try {
      const ticket = await api.callNext(queueId, desk);
      if (!ticket) {
        say(text.nobodyWasWaiting);
        calling.current = false;
        setCall({ phase: "ready" });
        return;
      }
      apply(ticket);
      told(ticket, statuses[ticket.status]);
      setCall({ phase: "called", number: ticket.number });
      setTimeout(() => {
        calling.current = false;
        setCall({ phase: "ready" });
      }, restAfterCallMs);
    } catch (error) {
      complain(error);
      calling.current = false;
      setCall({ phase: "ready" });
    }
  }

  async function once(ticketId: string, work: () => Promise<void>): Promise<void> {
    if (running.current.has(ticketId)) return;
    running.current.add(ticketId);
    setBusy(new Set(running.current));
    try {
      await work();
    } catch (error) {
      complain(error);
    } finally {
      running.current.delete(ticketId);
      setBusy(new Set(running.current));
    }
  }

  function change(ticket: Ticket, request: () => Promise<Ticket>, what?: string): void {
    void once(ticket.id, async () => {
      const after = await request();
      apply(after);
      told(ticket, what ?? statuses[after.status]);
    });
  }

  function undo(): void {
    const last = done.current.at(-1);
    if (!last) return say(text.nothingToUndo);
    void once(last.id, async () => {
      done.current = done.current.slice(0, -1);
      const ticket = await api.act(last.id, "undo");
      apply(ticket);
      say(text.undone(ticket.number, statuses[ticket.status]));
    });
  }

  return {
    call,
    callNext: () => void callNow(),
    act: (ticket, verb) =>
      change(
        ticket,
        () => api.act(ticket.id, verb),
        verb === "recall" ? text.calledAgain : undefined,
      ),
    requeue: (ticket, to) => change(ticket, () => api.requeue(ticket.id, to)),
    transfer: (ticket, to) => change(ticket, () => api.transfer(ticket.id, to), text.transferred),
    correct: (ticket, correction) =>
      void once(ticket.id, async () => apply(await api.correct(ticket.id, correction))),
    undo,
    isBusy: (ticket) => busy.has(ticket.id),
  };
}
