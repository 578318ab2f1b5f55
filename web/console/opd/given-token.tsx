// The server's answer, big enough to be read out at arm's length, with the slip to take along.

import { useEffect, useRef } from "react";
import type { Doctor, GivenToken } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { giving as text } from "./messages.ts";
import { QrCode, SlipToPrint, tokenPageAddress } from "./token-slip.tsx";

interface AnswerProps {
  token: GivenToken;
  doctor: Doctor;
  onNext(): void;
}

export function GivenTokenCard({ token, doctor, onNext }: AnswerProps) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const waits = token.number === null;
  const address = tokenPageAddress(token.id, token.secret);
  return (
    <section
      aria-label={text.readOut}
      className="appear overflow-hidden rounded-2xl border border-rule bg-card shadow-card"
    >
      <div
        className={`grid gap-1 p-5 ${waits ? "bg-warn text-on-warn" : "bg-accent text-on-accent"}`}
      >
        <p className="font-semibold">{waits ? text.waits(token.position ?? 1) : text.number}</p>
        {!waits && (
          <p className="text-8xl font-extrabold leading-none tracking-tight tabular-nums">
            {token.label}
          </p>
        )}
      </div>
      <div className="grid gap-4 p-5">
        <p role="status" className="text-2xl font-semibold leading-snug">
          {token.message}
        </p>
        <div className="grid gap-2">
          <Button ref={next} look="main" className="min-h-14 text-xl" onPress={onNext}>
            {text.next}
          </Button>
          <Button className="min-h-13 text-lg" onPress={() => window.print()}>
            {text.print}
          </Button>
        </div>
        <div className="torn -mx-5 flex items-center gap-4 px-5 pt-5">
          <QrCode
            address={address}
            className="size-32 shrink-0 rounded-lg border border-rule bg-white"
          />
          <div className="grid gap-2">
            <p className="leading-snug">{text.scan}</p>
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className="justify-self-start font-semibold underline underline-offset-4"
            >
              {text.openPage}
            </a>
          </div>
        </div>
      </div>
      <SlipToPrint token={token} doctor={doctor} secret={token.secret} />
    </section>
  );
}
