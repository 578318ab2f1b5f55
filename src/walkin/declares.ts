// What walk-in queues add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { walkinCodes } from "./refusals.ts";

export const walkinDeclares = {
  title: "Walk-in queues",
  codes: walkinCodes,
  scopes: [
    { scope: "counter:read", from: "viewer" },
    { scope: "counter:operate", from: "staff" },
    { scope: "counter:manage", from: "admin" },
  ],
  events: [
    {
      word: "counter",
      scope: "counter:read",
      types: {
        queue_created: "a queue was made",
        queue_changed: "a queue was changed",
        joined: "somebody took a number",
        sent: "somebody was sent on to a queue, with the number that they have",
        called: "somebody was called",
        recalled: "they were called again",
        serving: "they are being served",
        served: "they were served",
        requeued: "they wait again",
        transferred: "they wait in another queue",
        cancelled: "a ticket was cancelled",
        no_show: "nobody came",
        changed: "a ticket was changed",
        undone: "the last step was undone",
      },
    },
  ],
} as const satisfies Declares;
