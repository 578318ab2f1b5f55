// How many may pass: two sliders that take effect when the hand comes to rest.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Room, RoomSettings } from "../../wire/rooms.ts";
import { useNotices } from "../ui/notices.tsx";
import { numbers, operator as text } from "./messages.ts";
import { roomKey } from "./live-room.ts";
import { roomsApi } from "./rooms-api.ts";
import { nearestStep, roundSteps, wholeSteps } from "./scale.ts";

const restMs = 500;
const rates = roundSteps(0.1, 10_000);
const caps = wholeSteps(1, 1_000_000);

export function Throttle({ room, isDisabled }: { room: Room; isDisabled: boolean }) {
  return (
    <section
      aria-labelledby="throttle"
      className="grid content-start gap-5 rounded-2xl border border-rule bg-card p-6"
    >
      <div>
        <h2 id="throttle" className="text-xl font-bold">
          {text.controls}
        </h2>
        <p className="text-soft">{text.takesEffect}</p>
      </div>
      <Slider
        room={room}
        field="admitPerSecond"
        label={text.rate}
        steps={rates}
        isDisabled={isDisabled}
      />
      <Slider room={room} field="maxActive" label={text.cap} steps={caps} isDisabled={isDisabled} />
    </section>
  );
}

interface SliderProps {
  room: Room;
  field: "admitPerSecond" | "maxActive";
  label: string;
  steps: number[];
  isDisabled: boolean;
}

function Slider({ room, field, label, steps, isDisabled }: SliderProps) {
  const id = useId();
  const client = useQueryClient();
  const { complain } = useNotices();
  const [moved, setMoved] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = useMutation({
    mutationFn: (changes: Partial<RoomSettings>) => roomsApi.change(room.id, changes),
    onSuccess: (changed) => client.setQueryData(roomKey(room.id), changed),
    onError: complain,
    onSettled: () => setMoved(null),
  });
  const value = moved ?? room[field];

  function move(step: number) {
    const next = steps[step]!;
    setMoved(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change.mutate({ [field]: next }), restMs);
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="text-3xl font-bold tabular-nums">
          {numbers.format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        disabled={isDisabled}
        value={nearestStep(steps, value)}
        aria-valuetext={numbers.format(value)}
        onChange={(event) => move(Number(event.target.value))}
        className="h-8 w-full accent-accent disabled:opacity-50"
      />
    </div>
  );
}
