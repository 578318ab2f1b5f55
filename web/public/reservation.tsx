/** @jsxImportSource preact */
import "./page.css";
import "./boxes.css";
import { render } from "preact";
import { keepOffline } from "./keep-offline.ts";
import { myBox } from "./my-boxes.ts";
import { ReservationPage } from "./reservation-page.tsx";
import { dataOfPage, rootOfPage } from "./start.ts";

const { reservationId } = dataOfPage() as { reservationId: string };

/** From the address; after paying one comes back without it, to the phone that knows it. */
function secretOfReservation(): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  return fragment === "" ? (myBox(reservationId)?.secret ?? "") : fragment;
}

const root = rootOfPage();
const show = () =>
  render(<ReservationPage reservationId={reservationId} secret={secretOfReservation()} />, root);
root.textContent = "";
show();
window.addEventListener("hashchange", show);
window.addEventListener("load", () => void keepOffline("/r/offline.js"));
