import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CallState } from "../desk/desk-actions.tsx";
import { useNotices } from "../ui/notices.tsx";
import { doctorPage as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

/** A double click is two clicks: the second must not call the next patient. */
const restAfterCallMs = 1_000;

export function useCallNext(doctorId: string, date: string): { call: CallState; callNext(): void } {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [call, setCall] = useState<CallState>({ phase: "ready" });
  // Read and written in the same tick as the click; state would be one render late.
  const calling = useRef(false);

  function ready() {
    calling.current = false;
    setCall({ phase: "ready" });
  }

  async function callNow(): Promise<void> {
    if (calling.current) return;
    calling.current = true;
    setCall({ phase: "calling" });
    try {
      const token = await opdApi.callNext(doctorId, date);
      await client.invalidateQueries({ queryKey: ["opd"] });
      if (!token) {
        say(text.nobodyWasLeft);
        return ready();
      }
      setCall({ phase: "called", number: String(token.number) });
      setTimeout(ready, restAfterCallMs);
    } catch (error) {
      complain(error);
      ready();
    }
  }
  return { call, callNext: () => void callNow() };
}
