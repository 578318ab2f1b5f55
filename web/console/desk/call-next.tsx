import { Button } from "react-aria-components";
import type { Ticket } from "../../wire/types.ts";
import { desk as text } from "../messages.ts";
import { Key } from "../ui/button.tsx";
import { TicketNumber } from "../ui/ticket-number.tsx";
import type { CallState } from "./desk-actions.tsx";

interface CallNextProps {
  call: CallState;
  next: Pick<Ticket, "number" | "name"> | undefined;
  onCall(): void;
}

/** The one big button of the shift. It keeps its place and size in every state. */
export function CallNext({ call, next, onCall }: CallNextProps) {
  const idle = call.phase === "ready";
  return (
    <Button
      onPress={onCall}
      aria-disabled={!idle}
      className={`grid w-full min-h-32 content-center gap-1.5 rounded-2xl px-6 text-start transition-colors ${
        next || !idle
          ? "bg-accent text-on-accent hover:bg-accent-strong pressed:bg-accent-strong"
          : "bg-wash text-on-wash"
      }`}
    >
      <span className="flex items-center justify-between gap-4">
        <span className="text-4xl font-extrabold tracking-tight" aria-live="polite">
          {call.phase === "called" ? (
            <>
              {text.called}{" "}
              <TicketNumber
                number={call.number}
                className="[&_.ticket-number-quiet]:text-inherit"
              />
            </>
          ) : (
            text[call.phase === "calling" ? "calling" : "callNext"]
          )}
        </span>
        <Key>N</Key>
      </span>
      <span className="min-h-6 text-base">
        {idle && next ? (
          <>
            {text.upNext}:{" "}
            <TicketNumber
              number={next.number}
              className="[&_.ticket-number-quiet]:text-inherit font-bold"
            />{" "}
            <bdi>{next.name}</bdi>
          </>
        ) : (
          idle && text.nobodyWaits
        )}
      </span>
    </Button>
  );
}
