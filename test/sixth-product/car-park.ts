// A sixth product, made outside of src/: a car park. Cars take a place on arrival and wait when it is full;
// whoever does not park within ten minutes loses the place to the next. All that it touches is this file:
// the server is given it as a plugin.

import { z } from "zod";
import { auditedWrite } from "../../src/engine/audited-write.ts";
import type { Order, Product } from "../../src/engine/order.ts";
import { actorOf, staffOf } from "../../src/http/access.ts";
import type { Declares } from "../../src/http/catalogue.ts";
import { keyOf } from "../../src/http/idempotency.ts";
import { id, idParams, problems, text } from "../../src/http/schemas.ts";
import { newId } from "../../src/infra/ids.ts";
import type { Ticket } from "../../src/kernel/line.ts";
import type { Policy } from "../../src/kernel/policy.ts";
import { refusals } from "../../src/kernel/refusal.ts";
import type { Plugin } from "../../src/platform/plugin.ts";

const codes = { NO_LORRIES: { status: 409, title: "Lorries do not fit" } } as const;
const refuse = refusals(codes);

const declares: Declares = {
  title: "Car parks",
  codes,
  scopes: [
    { scope: "parking:read", from: "viewer" },
    { scope: "parking:operate", from: "staff" },
  ],
  events: [
    {
      word: "parking",
      scope: "parking:read",
      types: { opened: "a car park was opened", arrived: "a car came", left: "a car left" },
    },
  ],
};

const parkWithinMs = 600_000;

const policy: Policy = {
  places: "on arrival",
  statusOf: { waiting: "WAITING", holding: "ARRIVED", serving: "PARKED" },
  endings: { LEFT: { from: ["waiting", "holding", "serving"], givesPlaceBack: true } },
  undoMs: 0,
  mayUseReserve: () => false,
  mayPutBack: () => false,
  numbers: "on arrival",
  period: () => "",
  numberText: String,
  deadline: (state, now) => (state === "holding" ? now + parkWithinMs : null),
  eventType: ({ step }) => (step === "ended" ? "parking.left" : "parking.arrived"),
};

const product: Product = {
  name: "parking",
  settingsSql: `select id as line_id, '{}' as settings from line where id = any($1::uuid[])`,
  parse: () => ({ settings: {}, policy }),
  describe: ({ status, number }: Ticket) => ({ status, number }),
};

const view = ({ id: carId, status, number }: Ticket) => ({ id: carId, status, number });
const car = z.strictObject({ id, status: z.string(), number: z.string() });

interface Asking {
  orgId: string;
  actor: string;
  idem?: string;
  fingerprint?: string;
}

const arriving = (by: Asking, lineId: string, plate: string): Order => {
  const ticketId = newId();
  return {
    ...by,
    product,
    lineIds: [lineId],
    reach: 1,
    command: () =>
      plate.startsWith("LORRY")
        ? refuse("NO_LORRIES")
        : { do: "arrive", lineId, ticketId, priority: 0, data: { plate } },
    answer: (_situation, { transitions }) => view(transitions[0]!.after),
  };
};

const leaving = (by: Asking, { id: ticketId, lineId, version }: Ticket): Order => ({
  ...by,
  product,
  lineIds: [lineId],
  ticketId,
  reach: 1,
  command: () => ({ do: "end", ticketId, ending: "LEFT", ifVersion: version }),
  answer: () => ({}),
});

export interface CarPark {
  plugin: Plugin;
  /** What it has done, as it was told by the server. */
  did: string[];
}

export function carPark(): CarPark {
  const did: string[] = [];
  const plugin: Plugin = {
    declares,
    module: (on) => ({
      name: "car parks",
      routes(app) {
        app.post(
          "/v1/car-parks",
          {
            config: { access: "parking:operate" },
            schema: {
              body: z.strictObject({ places: z.int().min(1).max(10_000) }),
              response: { 201: z.strictObject({ id }), ...problems },
            },
          },
          async (request, reply) => {
            const { orgId } = staffOf(request);
            const lineId = newId();
            const write = { orgId, lineId, actor: actorOf(request.caller), operation: "openPark" };
            await auditedWrite(on.pool, write, async (tx) => {
              await tx.query(
                `insert into line (org_id, id, group_id, product, capacity)
                 values ($1, $2, $2, 'parking', $3)`,
                [orgId, lineId, request.body.places],
              );
              return { type: "parking.opened", after: {}, answer: null };
            });
            return reply.code(201).send({ id: lineId });
          },
        );
        app.post(
          "/v1/car-parks/:id/cars",
          {
            config: { access: "parking:operate" },
            schema: {
              params: idParams,
              body: z.strictObject({ plate: text(1, 20) }),
              response: { 201: car, ...problems },
            },
          },
          async (request, reply) => {
            const { orgId } = staffOf(request);
            const by = { orgId, actor: actorOf(request.caller), ...keyOf(request, "parking.car") };
            const order = arriving(by, request.params.id, request.body.plate);
            const { answer } = await on.engine.submit(order);
            return reply.code(201).send(answer as z.infer<typeof car>);
          },
        );
      },
      services: [
        {
          name: "barrier",
          open: () => void did.push("opened"),
          start: () => void did.push("started"),
          stop: () => void did.push("stopped"),
        },
      ],
      deadlines: {
        parking: {
          ticket: (ticket) =>
            on.engine.submit(leaving({ orgId: ticket.orgId, actor: "system" }, ticket)),
        },
      },
      consumers: [
        {
          name: "cars that left",
          types: ["parking.left"],
          from: "the beginning",
          act: async (events) => void did.push(...events.map(({ type }) => type)),
        },
      ],
    }),
  };
  return { plugin, did };
}
