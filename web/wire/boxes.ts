// Boxes, for those who reserve them and for the merchant.

import type { Schemas } from "./types.ts";

export type Box = Schemas["Inventory"];
export type BoxStatus = Box["status"];
export type PriceDrops = Schemas["PriceDrops"];

/** What the server puts into the shop's page. */
export interface Shop {
  organisation: { id: string; name: string };
  /** Boxes of this one alone. */
  town: string | null;
  towns: string[];
  boxes: Box[];
}

export type Reservation = Schemas["Reservation"];
export type ReservationStatus = Reservation["status"];
export type MadeReservation = Schemas["NewReservation"];

export type Merchant = Schemas["Merchant"];
export type PaymentSetting = Merchant["payment"];
/** How many boxes are where. */
export type BoxCounts = Schemas["BoxCounts"];
export type DayBox = Schemas["DayInventory"];
/** What became of a day's boxes. */
export type BoxDay = Schemas["BoxDayTotals"];
export type BoxType = Schemas["BoxType"];
