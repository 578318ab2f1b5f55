import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import type { CallState } from "../desk/desk-actions.tsx";
import { useNotices } from "../ui/notices.tsx";
import { doctorPage as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

/** A double click is two clicks: the second must not call the next patient. */
const restAfterCallMs = 1_000;

export interface EarlyCall {
  tokenId: string;
  slotStart: string;
}

export interface Calling {
  call: CallState;
  callNext(): void;
  /** Nobody is due: who would be called before their time. */
  early: EarlyCall | null;
  callEarly(): void;
  callNobody(): void;
}

export function useCallNext(doctorId: string, date: string): Calling {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [call, setCall] = useState<CallState>({ phase: "ready" });
  const [asking, setAsking] = useState<EarlyCall | null>(null);
  // Read and written in the same tick as the click; state would be one render late.
  const calling = useRef(false);

  function ready() {
    calling.current = false;
    setCall({ phase: "ready" });
  }

  async function callNow(early: boolean): Promise<void> {
    if (calling.current) return;
    calling.current = true;
    setAsking(null);
    setCall({ phase: "calling" });
    try {
      const token = await opdApi.callNext(doctorId, date, early);
      await client.invalidateQueries({ queryKey: ["opd"] });
      if (!token) {
        say(text.nobodyWasLeft);
        return ready();
      }
      setCall({ phase: "called", number: String(token.number) });
      setTimeout(ready, restAfterCallMs);
    } catch (error) {
      const { code, problem } = asProblem(error);
      if (code === "NOBODY_DUE") setAsking(problem as unknown as EarlyCall);
      else complain(error);
      ready();
    }
  }
  return {
    call,
    callNext: () => void callNow(false),
    early: asking,
    callEarly: () => void callNow(true),
    callNobody: () => setAsking(null),
  };
}
