// One box more, one fewer: pressed as often as it takes, sent once the thumb rests.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DayBox } from "../../wire/boxes.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { boxesApi } from "./boxes-api.ts";
import { counter as text } from "./messages.ts";

const restMs = 600;

export function QuantityStepper({ box }: { box: DayBox }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [wanted, setWanted] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useMutation({
    mutationFn: (quantity: number) => boxesApi.changeBox(box.id, { quantity }),
    onSuccess: (now) => say(text.changed(box.title, now.quantity)),
    onError: complain,
    onSettled: async () => {
      await client.refetchQueries({ queryKey: ["boxes", "live", box.merchantId] });
      setWanted(null);
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const quantity = wanted ?? box.quantity;
  function step(by: 1 | -1) {
    const next = Math.max(0, quantity + by);
    setWanted(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save.mutate(next), restMs);
  }

  return (
    <div
      role="group"
      aria-label={text.quantityOf(box.title)}
      className="flex items-center rounded-lg border border-edge"
    >
      <IconButton label={text.fewer} isDisabled={save.isPending} onPress={() => step(-1)}>
        <Icon name="minus" />
      </IconButton>
      <span className="min-w-8 text-center text-lg font-bold tabular-nums" aria-live="polite">
        {quantity}
      </span>
      <IconButton label={text.more} isDisabled={save.isPending} onPress={() => step(1)}>
        <Icon name="plus" />
      </IconButton>
    </div>
  );
}
