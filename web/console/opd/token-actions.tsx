// What the desk and the doctor do with tokens: one step at a time on each, and a line that says what
// happened.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import type { Token } from "../../wire/opd.ts";
import { useNotices } from "../ui/notices.tsx";
import { tokens as text, whoIs } from "./messages.ts";
import { opdApi, type Said, type TokenVerb } from "./opd-api.ts";

/** What the server wants to know before it does it. */
export interface Asked {
  token: Token;
  verb: "call" | "no-show";
  /** When the slot begins, or when the grace ends; null: the patient was not called. */
  until: string | null;
}

const questions: Record<string, { verb: Asked["verb"]; field: string }> = {
  NOT_DUE: { verb: "call", field: "slotStart" },
  NO_SHOW_TOO_EARLY: { verb: "no-show", field: "noShowFrom" },
};

export interface TokenActions {
  act(token: Token, verb: TokenVerb, said?: Said): Promise<void>;
  /** The visit is over, and they wait at a station. */
  sendOn(token: Token, station: { id: string; name: string }): Promise<void>;
  asked: Asked | null;
  /** null: it is not done. */
  answer(said: Said | null): void;
  isBusy(token: Token): boolean;
  /** Everything shown of the day is looked at again. */
  refresh(): void;
}

export function useTokenActions(): TokenActions {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // Read and written in the same tick as the press; state would be one render late. A step is on a token
  // as it is shown: when its next state is on the screen, the next step can be taken.
  const running = useRef(new Set<string>());
  const refresh = () => void client.invalidateQueries({ queryKey: ["opd"] });

  const [asked, setAsked] = useState<Asked | null>(null);

  const act = (token: Token, verb: TokenVerb, said?: Said) =>
    once(token, () => opdApi.act(token.id, verb, said), text.did[verb](whoIs(token)));

  const sendOn: TokenActions["sendOn"] = (token, { id, name }) =>
    once(token, () => opdApi.sendOn(token.id, id), text.did.sent(whoIs(token), name));

  async function once(token: Token, step: () => Promise<Token>, did: string): Promise<void> {
    const shown = asShown(token);
    if (running.current.has(shown)) return;
    running.current.add(shown);
    setBusy(new Set(running.current));
    try {
      await step();
      say(did);
    } catch (error) {
      const { code, problem } = asProblem(error);
      const question = questions[code];
      if (!question) complain(error);
      else {
        const until = problem[question.field] as string | null;
        setAsked({ token, verb: question.verb, until });
      }
    }
    await client.invalidateQueries({ queryKey: ["opd"] });
    running.current.delete(shown);
    setBusy(new Set(running.current));
  }

  function answer(said: Said | null) {
    setAsked(null);
    if (asked && said) void act(asked.token, asked.verb, said);
  }

  return { act, sendOn, asked, answer, isBusy: (token) => busy.has(asShown(token)), refresh };
}

const asShown = ({ id, version }: Token) => `${id} ${version}`;
