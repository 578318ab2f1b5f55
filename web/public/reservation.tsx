/** @jsxImportSource preact */
import "./reservation.css";
import { showHeld } from "./held-page.tsx";
import { keepOffline } from "./keep-offline.ts";
import { myBox } from "./my-boxes.ts";
import { ReservationPage } from "./reservation-page.tsx";
import { dataOfPage } from "./start.ts";

const { reservationId } = dataOfPage() as { reservationId: string };

/** From the address; after paying one comes back without it, to the phone that knows it. */
function secretOfReservation(): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  return fragment === "" ? (myBox(reservationId)?.secret ?? "") : fragment;
}

showHeld(() => <ReservationPage reservationId={reservationId} secret={secretOfReservation()} />);
window.addEventListener("load", () => void keepOffline("/r/offline.js"));
