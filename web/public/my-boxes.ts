// What this phone has reserved, with the last that was known of it: a shop's cellar has no network,
// and the code has to be there all the same. And who this phone is: one per shop holds for it.

import { newKey } from "../../client/transport/send.ts";
import type { Box, Reservation } from "../wire/boxes.ts";
import { storedList } from "./stored-list.ts";

export interface MyBox {
  secret: string;
  reservation: Reservation;
  /** The address of the page where it was reserved. */
  shop?: string;
  /** Where the shop is, and how one pays there. */
  box?: Box;
  /** The drawing of its code. */
  qr?: string;
}

const mine = storedList<MyBox>("turnkeeper.boxes", (one) => one.reservation.id);

export const myBoxes = mine.all;
export const forgetBox = mine.drop;

export const myBox = (id: string) => mine.all().find((one) => one.reservation.id === id);

export function rememberBox(box: MyBox): void {
  mine.put({ ...myBox(box.reservation.id), ...box });
}

const place = "turnkeeper.visitor";
let visitor: string | null = null;

export function visitorId(): string {
  visitor ??= stored() ?? `phone-${newKey()}`;
  try {
    localStorage.setItem(place, visitor);
  } catch {
    // Then this phone is somebody else after a reload; the reservation's address still works.
  }
  return visitor;
}

function stored(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}
