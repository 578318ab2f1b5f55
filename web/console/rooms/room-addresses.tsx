// Many visitors from one address: shown, since thousands are seldom people, and sent away together.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddressCount } from "../../wire/rooms.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { useNotices } from "../ui/notices.tsx";
import { operator as text } from "./messages.ts";
import { roomsApi } from "./rooms-api.ts";

const shown = 8;
/** More than an office is likely to send. */
const unusual = 500;

export function RoomAddresses({ roomId, operates }: { roomId: string; operates: boolean }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [asked, setAsked] = useState<AddressCount | null>(null);
  const addresses = useQuery({
    queryKey: ["room-lists", roomId, "addresses"],
    queryFn: () => roomsApi.addresses(roomId),
  });
  const revoke = useMutation({
    mutationFn: (address: string) => roomsApi.revoke(roomId, address),
    onSuccess: ({ terminated }) => {
      say(text.revoked(terminated));
      void client.invalidateQueries({ queryKey: ["room-lists", roomId] });
    },
    onError: complain,
    onSettled: () => setAsked(null),
  });
  const list = (addresses.data?.items ?? [])
    .filter(({ positions }) => positions > 1)
    .slice(0, shown);
  return (
    <section
      aria-labelledby="addresses"
      className="grid content-start gap-4 rounded-2xl border border-rule bg-card p-6"
    >
      <div>
        <h2 id="addresses" className="text-xl font-bold">
          {text.addresses}
        </h2>
        <p className="text-soft">{list.length === 0 ? text.noAddresses : text.addressesText}</p>
      </div>
      <ul className="grid empty:hidden">
        {list.map((each) => (
          <li
            key={each.address}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-1 first:border-0"
          >
            <span>
              <code>{each.address}</code>
              <span className="block text-sm text-soft">
                {text.visitorsFrom(each.positions)}
                {each.positions >= unusual && (
                  <strong className="ms-2 rounded-full bg-warn px-2 text-on-warn">
                    {text.many}
                  </strong>
                )}
              </span>
            </span>
            {operates && (
              <Button
                look="quiet"
                className="text-danger!"
                aria-label={text.revokeOf(each.address)}
                onPress={() => setAsked(each)}
              >
                {text.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={asked ? text.revokeQuestion(asked.positions, asked.address) : ""}
        text={text.removeText}
        action={text.revoke}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && revoke.mutate(asked.address)}
      />
    </section>
  );
}
