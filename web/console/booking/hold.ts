import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { bookingApi, type NewHold } from "./booking-api.ts";
import { HoldKeeper, type KeptTime } from "./hold-keeper.ts";

/** Keeps the time as long as the form is there. null: there is nothing to keep yet. */
export function useHold(wish: NewHold | null): KeptTime & { keeper: HoldKeeper } {
  const client = useQueryClient();
  const [keeper] = useState(() => new HoldKeeper(bookingApi));
  const kept = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  // A wish is new with every render, its words are not.
  const words = JSON.stringify(wish);
  useEffect(() => keeper.want(JSON.parse(words) as NewHold | null), [keeper, words]);
  useEffect(
    () => () => {
      void keeper.close().then(() => client.invalidateQueries({ queryKey: ["bookings"] }));
    },
    [keeper, client],
  );
  return { ...kept, keeper };
}
