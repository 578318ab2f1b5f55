/** @jsxImportSource preact */
import "./booking.css";
import { hydrate } from "preact";
import { BookingPage, type BookingPageProps } from "./booking-page.tsx";
import { dataOfPage, rootOfPage } from "./start.ts";

hydrate(<BookingPage {...(dataOfPage() as BookingPageProps)} />, rootOfPage());

// Coming back with the browser's back button revives the old page with its used key.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
