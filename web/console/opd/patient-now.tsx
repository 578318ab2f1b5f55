import type { Token } from "../../wire/opd.ts";
import { Elapsed, Remaining } from "../desk/clock.tsx";
import { Button, Key } from "../ui/button.tsx";
import { doctorPage as text, tokens, whoIs } from "./messages.ts";
import { FinishOrSend } from "./sending-on.tsx";
import type { TokenActions } from "./token-actions.tsx";
import { SourceBadge } from "./token-row.tsx";

interface PatientNowProps {
  token: Token;
  actions: TokenActions | null;
  /** The one that the keyboard acts on. */
  isSelected: boolean;
  onSelect(): void;
}

export function PatientNow({ token, actions, isSelected, onSelect }: PatientNowProps) {
  const isSeen = token.status === "IN_PROGRESS";
  return (
    <article
      aria-label={whoIs(token)}
      aria-current={isSelected}
      onFocusCapture={onSelect}
      onPointerDown={onSelect}
      className={`appear overflow-hidden rounded-2xl border bg-card shadow-card ${isSelected ? "border-accent ring-1 ring-accent" : "border-rule"}`}
    >
      <div className="flex items-center gap-5 px-6 pt-5 pb-4">
        <span className="text-6xl font-extrabold leading-none tracking-tight tabular-nums">
          {token.number}
        </span>
        <div className="grid min-w-0 gap-1">
          <span className="text-2xl font-bold leading-tight">
            <bdi>{token.patientName}</bdi>
          </span>
          <span className="flex flex-wrap gap-x-3 text-soft">
            <SourceBadge token={token} />
            <span>
              {isSeen ? text.seenFor : text.calledFor}{" "}
              <Elapsed since={(isSeen ? token.startedAt : token.calledAt) ?? token.createdAt} />
            </span>
            {!isSeen && <span>{token.checkedInAt ? `✓ ${tokens.here}` : text.notHereYet}</span>}
            {!isSeen && token.noShowAt && (
              <Remaining until={token.noShowAt} late={text.expiresSoon}>
                {text.expiresIn}
              </Remaining>
            )}
          </span>
        </div>
      </div>
      {actions && (
        <div className="torn grid grid-cols-2 gap-3 p-5">
          {isSeen ? (
            <FinishOrSend token={token} actions={actions} />
          ) : (
            <>
              <Button
                look="main"
                className="min-h-14 justify-between text-xl"
                aria-disabled={actions.isBusy(token)}
                onPress={() => void actions.act(token, "start")}
              >
                {text.start}
                <Key>S</Key>
              </Button>
              <Button
                className="min-h-14 justify-between"
                aria-disabled={actions.isBusy(token)}
                onPress={() => void actions.act(token, "no-show")}
              >
                {text.noShow}
                <Key>X</Key>
              </Button>
              <Button
                className="min-h-11 justify-between"
                aria-disabled={actions.isBusy(token)}
                onPress={() => void actions.act(token, "recall")}
              >
                {tokens.recall}
                <Key>R</Key>
              </Button>
              <Button
                className="min-h-11 justify-between"
                aria-disabled={actions.isBusy(token)}
                onPress={() => void actions.act(token, "skip")}
              >
                {tokens.skip}
                <Key>K</Key>
              </Button>
            </>
          )}
        </div>
      )}
    </article>
  );
}
