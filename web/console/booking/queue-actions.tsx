// What can be done in a live queue: each step is said, and taken back with one press.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import type { QueuedBooking } from "../../wire/booking.ts";
import { Button } from "../ui/button.tsx";
import { useNotices } from "../ui/notices.tsx";
import { bookingApi, type Step } from "./booking-api.ts";
import { nameOf, queue as text } from "./messages.ts";
import { whoOf } from "./queue-entries.tsx";

/** Nobody is due: who would be called before their time. */
interface EarlyCall {
  bookingId: string;
  start: string;
}

export interface QueueActions {
  step(booking: QueuedBooking, verb: Step): void;
  prioritise(booking: QueuedBooking, emergency: boolean): void;
  callNext(early: boolean): void;
  isCalling: boolean;
  early: EarlyCall | null;
  callNobody(): void;
}

export function useQueueActions(resourceId: string): QueueActions {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [early, setEarly] = useState<EarlyCall | null>(null);
  const onSettled = () => client.invalidateQueries({ queryKey: ["bookings"] });

  const step = useMutation({
    mutationFn: ({ id, verb }: { id: string; who: string; verb: Step }) =>
      bookingApi.step(id, verb),
    onSuccess: (_after, { id, who, verb }) => told(id, who, verb),
    onError: complain,
    onSettled,
  });
  const prioritise = useMutation({
    mutationFn: ({ id, emergency }: { id: string; emergency: boolean }) =>
      bookingApi.prioritise(id, emergency),
    onError: complain,
    onSettled,
  });
  const call = useMutation({
    mutationFn: (isEarly: boolean) => bookingApi.callNext(resourceId, isEarly),
    onMutate: () => setEarly(null),
    onSuccess: (called) =>
      called ? told(called.id, nameOf(called), "call") : say(text.nobodyLeft),
    onError(error) {
      const { code, problem } = asProblem(error);
      if (code === "NOBODY_DUE") setEarly(problem as unknown as EarlyCall);
      else complain(error);
    },
    onSettled,
  });

  function told(id: string, who: string, verb: Step) {
    const back = () => step.mutate({ id, who, verb: "undo" });
    say(
      text.done[verb](who),
      verb !== "undo" && (
        <Button look="quiet" className="underline hover:bg-transparent" onPress={back}>
          {text.steps.undo}
        </Button>
      ),
    );
  }

  return {
    step: (booking, verb) => step.mutate({ id: booking.id, who: whoOf(booking), verb }),
    prioritise: ({ id }, emergency) => prioritise.mutate({ id, emergency }),
    callNext: (isEarly) => !call.isPending && call.mutate(isEarly),
    isCalling: call.isPending,
    early,
    callNobody: () => setEarly(null),
  };
}
