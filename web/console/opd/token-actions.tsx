// What the desk and the doctor do with tokens: one step at a time on each, and a line that says what
// happened.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Token } from "../../wire/opd.ts";
import { useNotices } from "../ui/notices.tsx";
import { tokens as text, whoIs } from "./messages.ts";
import { opdApi, type TokenVerb } from "./opd-api.ts";

export interface TokenActions {
  act(token: Token, verb: TokenVerb): Promise<void>;
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

  async function act(token: Token, verb: TokenVerb): Promise<void> {
    const shown = asShown(token);
    if (running.current.has(shown)) return;
    running.current.add(shown);
    setBusy(new Set(running.current));
    try {
      await opdApi.act(token.id, verb);
      say(text.did[verb](whoIs(token)));
    } catch (error) {
      complain(error);
    }
    await client.invalidateQueries({ queryKey: ["opd"] });
    running.current.delete(shown);
    setBusy(new Set(running.current));
  }

  return { act, isBusy: (token) => busy.has(asShown(token)), refresh };
}

const asShown = ({ id, version }: Token) => `${id} ${version}`;
