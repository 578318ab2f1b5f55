/** @jsxImportSource preact */
// One person's box, from the hold to the counter. What was last known is kept on the phone, so that
// the code is there also where there is no network.

import { useEffect, useState } from "preact/hooks";
import type { Box, Reservation } from "../wire/boxes.ts";
import { request } from "../wire/request.ts";
import { timeAt } from "./box-time.ts";
import { HeldPage } from "./held-page.tsx";
import { useHeld } from "./live-ticket.ts";
import { myBox, rememberBox } from "./my-boxes.ts";
import { reservation as text } from "./reservation-messages.ts";
import { ReservationState } from "./reservation-states.tsx";
import { useAttention } from "./use-attention.ts";

export interface ReservationPageProps {
  reservationId: string;
  secret: string;
}

export function ReservationPage({ reservationId, secret }: ReservationPageProps) {
  const path = `/v1/reservations/${reservationId}`;
  const { held, link, seenAt, gone, show } = useHeld<Reservation>(path, "reservation", secret);
  const reservation = held ?? myBox(reservationId)?.reservation ?? null;
  useEffect(() => {
    if (held) rememberBox({ secret, reservation: held });
  }, [held, secret]);
  const box = useBox(reservation);
  useOffer(reservation);
  const shop = myBox(reservationId)?.shop;
  return (
    <HeldPage
      held={gone && !held ? null : reservation}
      gone={gone}
      link={link}
      since={held && timeAt(seenAt, held.timezone)}
      words={text}
      class="page reservation"
    >
      {(known) => (
        <>
          <ReservationState
            reservation={known}
            box={box}
            path={path}
            secret={secret}
            onChange={show}
          />
          {shop && (
            <p class="footnote">
              <a href={shop}>{isRunning(known) ? text.others : text.again}</a>
            </p>
          )}
        </>
      )}
    </HeldPage>
  );
}

/** Where the shop is, and how one pays there: it hardly changes, so it is read once. */
function useBox(reservation: Reservation | null): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  const { id, inventoryId } = reservation ?? {};
  useEffect(() => {
    if (!id || !inventoryId) return;
    setBox(myBox(id)?.box ?? null);
    request<Box>(`/v1/inventories/${inventoryId}`, { withCookies: false }).then(
      (now) => {
        if (!now) return;
        setBox(now);
        const known = myBox(id);
        if (known) rememberBox({ ...known, box: now });
      },
      () => undefined,
    );
  }, [id, inventoryId]);
  return box;
}

const isRunning = ({ status }: Reservation) =>
  status === "ACTIVE" || status === "WAITLISTED" || status === "OFFERED";

function useOffer(reservation: Reservation | null): void {
  useAttention({
    quiet: reservation && text.pageTitle(reservation.pickupCode),
    loud: text.offerTitle,
    call: reservation?.status === "OFFERED" ? reservation.expiresAt : null,
    status: reservation?.status,
  });
}
