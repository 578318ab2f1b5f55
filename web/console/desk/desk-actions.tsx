// What staff do with the people at their desk, and how to take the last steps back.

import { useRef, useState } from "react";
import type { Ticket } from "../../wire/types.ts";
import { api, type TransferPlace, type Verb } from "../api.ts";
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
  transfer(ticket: Ticket, queueId: string, place: TransferPlace): void;
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
  const running = useRef(new Map<string, { steps: Set<string>; done: Promise<void> }>());
  const done = useRef<string[]>([]);

  function told(ticket: Ticket, what: string) {
    // The server keeps one step back per ticket.
    const others = done.current.filter((id) => id !== ticket.id);
    done.current = [...others, ticket.id].slice(-undoDepth);
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

  /** Steps on one ticket follow each other, however fast the keys; the same one twice is one. */
  async function inTurn(ticketId: string, step: string, work: () => Promise<void>): Promise<void> {
    const before = running.current.get(ticketId);
    if (before?.steps.has(step)) return;
    const steps = new Set(before?.steps).add(step);
    const done = (before?.done ?? Promise.resolve()).then(work).catch(complain);
    running.current.set(ticketId, { steps, done });
    setBusy(new Set(running.current.keys()));
    await done;
    if (running.current.get(ticketId)?.done !== done) return;
    running.current.delete(ticketId);
    setBusy(new Set(running.current.keys()));
  }

  function change(
    ticket: Ticket,
    step: string,
    request: () => Promise<Ticket>,
    what?: string,
  ): void {
    void inTurn(ticket.id, step, async () => {
      const after = await request();
      apply(after);
      told(ticket, what ?? statuses[after.status]);
    });
  }

  function undo(): void {
    const last = done.current.at(-1);
    if (!last) return say(text.nothingToUndo);
    void inTurn(last, "undo", async () => {
      done.current = done.current.slice(0, -1);
      const ticket = await api.act(last, "undo");
      apply(ticket);
      say(text.undone(ticket.number, statuses[ticket.status]));
    });
  }

  return {
    call,
    callNext: () => void callNow(),
    act(ticket, verb) {
      const what = verb === "recall" ? text.calledAgain : undefined;
      change(ticket, verb, () => api.act(ticket.id, verb), what);
    },
    requeue: (ticket, to) => change(ticket, to, () => api.requeue(ticket.id, to)),
    transfer: (ticket, to, place) =>
      change(ticket, "transfer", () => api.transfer(ticket.id, to, place), text.transferred),
    correct: (ticket, correction) =>
      void inTurn(ticket.id, "correct", async () =>
        apply(await api.correct(ticket.id, correction)),
      ),
    undo,
    isBusy: (ticket) => busy.has(ticket.id),
  };
}
