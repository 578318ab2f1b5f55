/** @jsxImportSource preact */
// One person's box, from the hold to the counter. What was last known is kept on the phone, so that
// the code is there also where there is no network.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Box, Reservation } from "../wire/boxes.ts";
import { request } from "../wire/request.ts";
import { flashTitle, ring, stopFlashing } from "./attention.ts";
import { timeAt } from "./box-time.ts";
import { Connection } from "./connection.tsx";
import { useHeld } from "./live-ticket.ts";
import { myBox, rememberBox } from "./my-boxes.ts";
import { reservation as text } from "./reservation-messages.ts";
import { ReservationState } from "./reservation-states.tsx";

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
  useAttention(reservation);

  if (gone && !held) return <Missing />;
  if (!reservation) {
    return (
      <main class="page">
        <section class="slip waiting-for-data" aria-busy="true">
          <p>{text.loading}</p>
        </section>
        <Connection link={link} since={null} words={text} />
      </main>
    );
  }
  const since = held ? timeAt(seenAt, reservation.timezone) : null;
  const shop = myBox(reservationId)?.shop;
  return (
    <main class="page reservation">
      <Connection link={link} since={since} words={text} />
      <ReservationState
        reservation={reservation}
        box={box}
        path={path}
        secret={secret}
        onChange={show}
      />
      {shop && (
        <p class="footnote">
          <a href={shop}>{isRunning(reservation) ? text.others : text.again}</a>
        </p>
      )}
    </main>
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

function Missing() {
  return (
    <main class="page">
      <section class="resting">
        <h1>{text.missingTitle}</h1>
        <p>{text.missingText}</p>
      </section>
    </main>
  );
}

/** Rings once for each offer. */
function useAttention(reservation: Reservation | null): void {
  const rung = useRef<string | null>(null);
  const status = reservation?.status;
  const code = reservation?.pickupCode ?? null;
  const offered = status === "OFFERED" ? (reservation?.expiresAt ?? null) : null;
  useEffect(() => {
    if (!status) return;
    document.documentElement.dataset["status"] = offered ? "CALLED" : status;
    const quiet = text.pageTitle(code);
    if (!offered) {
      stopFlashing(quiet);
      return;
    }
    flashTitle(text.offerTitle, quiet);
    if (rung.current !== offered) ring();
    rung.current = offered;
    return () => stopFlashing(quiet);
  }, [status, code, offered]);
}
