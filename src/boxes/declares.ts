// What surplus boxes add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { boxCodes } from "./refusals.ts";

export const boxDeclares = {
  title: "Surplus boxes",
  codes: boxCodes,
  scopes: [
    { scope: "boxes:read", from: "viewer" },
    { scope: "boxes:operate", from: "staff" },
    { scope: "boxes:manage", from: "admin" },
  ],
  events: [
    {
      word: "boxes",
      scope: "boxes:read",
      types: {
        merchant_created: "a merchant was made",
        merchant_changed: "a merchant was changed",
        box_type_created: "a box type was made",
        box_type_changed: "a box type was changed",
        published: "a box type published its boxes",
        publication_skipped: "a publication was passed over",
        inventory_created: "boxes were put up",
        inventory_changed: "boxes were changed",
        reserved: "boxes are held for somebody",
        confirmed: "a reservation was confirmed",
        paid: "a reservation was paid",
        waitlisted: "somebody waits for boxes",
        offered: "boxes were offered to somebody who waits",
        accepted: "an offer was taken",
        declined: "an offer was declined",
        cancelled: "a reservation was cancelled",
        cooled_down: "the pause after a hold is over",
        picked_up: "boxes were picked up",
        pickup_undone: "a pickup was undone",
        refund_begun: "money is going back",
        refunded: "money has gone back",
        hold_lapsed: "nobody confirmed a hold in time",
        offer_lapsed: "nobody took an offer in time",
        not_collected: "nobody came for boxes",
        window_closed: "the pickup window closed on those who waited",
        sold_out: "those who waited can get nothing any more",
        by_merchant: "the merchant cancelled a reservation",
        expired: "a reservation ran out",
        refund_due: "money has to go back",
        pending: "a payment was taken back",
      },
    },
  ],
} as const satisfies Declares;
