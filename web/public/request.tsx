/** @jsxImportSource preact */
import "./page.css";
import "./booking.css";
import { render } from "preact";
import { keptSecret } from "./kept-secret.ts";
import { RequestPage } from "./request-page.tsx";
import { dataOfPage, rootOfPage } from "./start.ts";

const { bookingId } = dataOfPage() as { bookingId: string };
const root = rootOfPage();
const show = () => {
  const secret = keptSecret(`turnkeeper.booking.${bookingId}`);
  render(<RequestPage bookingId={bookingId} secret={secret} />, root);
};
root.textContent = "";
show();
window.addEventListener("hashchange", show);
