/** @jsxImportSource preact */
import "./request.css";
import { keptSecret, showHeld } from "./held-page.tsx";
import { RequestPage } from "./request-page.tsx";
import { dataOfPage } from "./start.ts";

const { bookingId } = dataOfPage() as { bookingId: string };
showHeld(() => (
  <RequestPage bookingId={bookingId} secret={keptSecret(`turnkeeper.booking.${bookingId}`)} />
));
