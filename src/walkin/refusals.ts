// What requests about walk-in queues can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const walkinCodes = {
  QUEUE_CLOSED: { status: 409, title: "The queue is closed" },
  QUEUE_PAUSED: { status: 409, title: "The queue is paused" },
  QUEUE_FULL: { status: 409, title: "The queue has reached its maximum length" },
  SAME_QUEUE: { status: 409, title: "The ticket is already in that queue" },
  NUMBER_IN_USE: { status: 409, title: "Somebody else has this number now" },
  PRIORITY_IN_USE: { status: 409, title: "Somebody in the queue has this priority" },
} as const satisfies Codes;

export const refuse = refusals(walkinCodes);
