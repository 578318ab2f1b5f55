// What the waiting room's routes take and give.

import { z } from "zod";
import { id, instant, text } from "../http/schemas.ts";
import { defaultSettings, policies, reasons, statuses } from "./rules.ts";

const webAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  }, "must be an http or https address");

const pageSettings = z
  .object({
    logoUrl: webAddress.nullable().default(null),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #1d4ed8")
      .nullable()
      .default(null),
    headline: text(0, 100).nullable().default(null),
    text: text(0, 1_000).nullable().default(null),
    languages: z
      .array(z.string().regex(/^[a-z]{2}$/, "must be a language such as de"))
      .max(20)
      .default([]),
  })
  .meta({ id: "RoomPage", description: "How the room's page looks and speaks" });

const future = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value).toISOString())
  .meta({ format: "date-time" });

const settings = {
  name: text(1, 100),
  targetUrl: webAddress.meta({ description: "The site behind the room" }),
  maxActive: z
    .int()
    .min(1)
    .max(10_000_000)
    .meta({ description: "Most with a pass or a session, together, at any moment" }),
  admitPerSecond: z
    .number()
    .gt(0)
    .max(1_000_000)
    .meta({ description: "Fractions too: 0.5 is one every two seconds" }),
  maxWaiting: z.int().min(1).max(100_000_000).nullable(),
  policy: z.enum(policies).meta({
    description:
      "strict: by priority, then arrival. skip-ahead: priority 1 skips 10 % of the queue, 2 skips 50 %, " +
      "3 goes to the front",
  }),
  ageingSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .nullable()
    .meta({ description: "Whoever has waited this long is not overtaken any more" }),
  heartbeatSeconds: z
    .int()
    .min(1)
    .max(3_600)
    .meta({ description: "Whoever gives no sign for that long is removed" }),
  sessionMinutes: z
    .number()
    .gt(0)
    .max(24 * 60)
    .meta({ description: "How long a session lasts, from its start" }),
  state: z.enum(["open", "paused", "closed"]).meta({
    description: "paused: nobody is admitted. closed: nobody new may join; those who wait go on",
  }),
  opensAt: future
    .nullable()
    .meta({ description: "Whoever comes before is put in random order at that moment" }),
  message: text(0, 500).nullable().meta({ description: "Shown to those who wait" }),
  joinsPerAddressPerMinute: z.int().min(1).max(1_000_000),
  page: pageSettings,
};

export const newRoom = z
  .object({
    ...settings,
    maxWaiting: settings.maxWaiting.default(defaultSettings.maxWaiting),
    policy: settings.policy.default(defaultSettings.policy),
    ageingSeconds: settings.ageingSeconds.default(defaultSettings.ageingSeconds),
    heartbeatSeconds: settings.heartbeatSeconds.default(defaultSettings.heartbeatSeconds),
    sessionMinutes: settings.sessionMinutes.default(defaultSettings.sessionMinutes),
    state: settings.state.default(defaultSettings.state),
    opensAt: settings.opensAt.default(defaultSettings.opensAt),
    message: settings.message.default(defaultSettings.message),
    joinsPerAddressPerMinute: settings.joinsPerAddressPerMinute.default(
      defaultSettings.joinsPerAddressPerMinute,
    ),
    page: settings.page.default(defaultSettings.page),
  })
  .meta({ id: "NewRoom" });

export const roomPatch = z
  .object(settings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "RoomPatch" });

const draw = z
  .object({
    seedHash: z.string().meta({ description: "SHA-256 of the seed, hex; known before the draw" }),
    seed: z.string().nullable().meta({ description: "Shown from the opening on" }),
  })
  .meta({ id: "RoomDraw" });

export const room = z
  .object({
    id,
    ...settings,
    opensAt: instant.nullable(),
    page: z.object({
      logoUrl: z.string().nullable(),
      accent: z.string().nullable(),
      headline: z.string().nullable(),
      text: z.string().nullable(),
      languages: z.array(z.string()),
    }),
    draw,
    jwksUrl: z.string(),
    createdAt: instant,
  })
  .meta({ id: "Room" });

const wait = z
  .object({ fromSeconds: z.int(), toSeconds: z.int() })
  .meta({ id: "RoomWait", description: "From measured admissions and abandonment" });

export const publicRoom = z
  .object({
    id,
    name: z.string(),
    state: settings.state,
    opensAt: instant.nullable(),
    waiting: z.int(),
    estimatedWait: wait.nullable(),
    message: z.string().nullable(),
    page: room.shape.page,
    draw,
  })
  .meta({ id: "PublicRoom" });

const returnTo = z
  .string()
  .max(4_000)
  .optional()
  .meta({ description: "Where to go once admitted; a page of the target's site, else the target" });

const bind = z
  .string()
  .max(100)
  .optional()
  .meta({ description: "Tied to the pass as its claim `bnd`" });

const place = z
  .string()
  .max(1_000)
  .optional()
  .meta({ description: "The signed place of an earlier answer; the cookie says the same" });

/** As small as a page needs it: it is kept for everybody who waits. */
const metadata = z
  .record(text(1, 50), z.union([text(0, 200), z.number(), z.boolean(), z.null()]))
  .refine((value) => JSON.stringify(value).length <= 1_000, "has at most 1,000 characters")
  .optional();

export const joining = z
  .object({
    sessionId: text(1, 200)
      .optional()
      .meta({ description: "One place per session; without it the cookie, else a new one" }),
    priority: z.int().min(0).max(3).optional().meta({
      description: "3 is the most urgent. Counts from staff, or with a signed claim",
    }),
    claim: z.string().max(2_000).optional().meta({
      description:
        "JWT (HS256, the room's claim secret) with `aud` the room, `sub` the session, `priority`",
    }),
    metadata,
    returnTo,
    bind,
    place,
  })
  .nullish()
  .meta({ id: "RoomJoining" });

const positionFields = {
  id,
  roomId: id,
  status: z.enum(statuses),
  reason: z.enum(reasons).nullable().meta({ description: "Why it is EXPIRED" }),
  priority: z.int(),
  position: z.int().nullable().meta({ description: "1 is next; null unless WAITING and drawn" }),
  ahead: z.int().nullable(),
  queueLength: z.int(),
  estimatedWait: wait.nullable(),
  opensAt: instant.nullable(),
  message: z.string().nullable(),
  joinedAt: instant,
  admittedAt: instant.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  sessionEndsAt: instant.nullable(),
  pass: z.string().nullable().meta({ description: "While ADMITTED: Ed25519 JWT, to be used once" }),
  passExpiresAt: instant.nullable(),
  redirectUrl: z.string().nullable(),
  pollSeconds: z.int().meta({ description: "When to ask again" }),
  place: z.string(),
};

export const position = z
  .object({
    ...positionFields,
    metadata: z.unknown().optional().meta({ description: "For staff" }),
  })
  .meta({ id: "Position" });

export const joined = z
  .object({
    ...positionFields,
    secret: z.string().nullable().meta({
      description:
        "Bearer for this position alone. null for somebody unknown who repeats a short sessionId",
    }),
  })
  .meta({ id: "JoinedPosition" });

export const looking = z.object({ returnTo, bind });
export const beating = z.object({ place }).nullish().meta({ id: "Heartbeat" });
export const starting = z
  .object({ pass: z.string().max(4_000).optional(), place })
  .nullish()
  .meta({ id: "Starting" });

export const redeeming = z.object({ pass: z.string().min(1).max(4_000) }).meta({ id: "Redeeming" });
export const renewing = z
  .object({ session: z.string().min(1).max(4_000) })
  .meta({ id: "Renewing" });

export const session = z
  .object({
    positionId: id,
    session: z.string().meta({ description: "For the site's cookie tk_session_<room>" }),
    sessionExpiresAt: instant.meta({ description: "Renew before; at most a minute" }),
    sessionEndsAt: instant,
  })
  .meta({ id: "RoomSession" });

export const stats = z
  .object({
    waiting: z.int(),
    admitted: z.int().meta({ description: "With a pass that is not used yet" }),
    active: z.int(),
    expired: z.int(),
    completed: z.int(),
    joined: z.int(),
    admittedTotal: z.int(),
    maxActive: z.int(),
    lastAdmissionAt: instant.nullable(),
    averageWaitSeconds: z.int().nullable(),
    averageSessionSeconds: z.int().nullable(),
    admissionsPerSecond: z.number(),
    arrivalsPerSecond: z.number(),
    abandonedPerMinute: z.number().meta({ description: "Share of those waiting who leave" }),
    quarantineUntil: instant.nullable().meta({
      description: "After a loss of Redis: nobody new is admitted until then",
    }),
  })
  .meta({ id: "RoomStats" });

export const history = z
  .object({
    items: z.array(
      z.object({
        minute: instant,
        joined: z.int(),
        admitted: z.int(),
        started: z.int(),
        completed: z.int(),
        expired: z.int(),
        averageWaitSeconds: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: "RoomHistory" });

export const listedPosition = z
  .object({
    id,
    status: z.enum(statuses),
    priority: z.int(),
    drawn: z.boolean(),
    joinedAt: instant,
    address: z.string().nullable(),
  })
  .meta({ id: "ListedPosition" });

export const addresses = z
  .object({ items: z.array(z.object({ address: z.string(), positions: z.int() })) })
  .meta({ id: "RoomAddresses" });
export const revoking = z.object({ address: text(1, 100) }).meta({ id: "RevokingAddress" });
export const revoked = z.object({ terminated: z.int() }).meta({ id: "RevokedAddress" });

export const rotated = z.object({ kid: z.string() }).meta({ id: "RotatedKey" });
export const claimKey = z.object({ secret: z.string() }).meta({ id: "RoomClaimKey" });
export const jwks = z
  .object({ keys: z.array(z.record(z.string(), z.unknown())) })
  .meta({ id: "Jwks", description: "Public keys; the first one signs" });

export const drawn = z
  .object({
    seedHash: z.string(),
    seed: z.string().nullable(),
    items: z.array(z.object({ positionId: id, value: z.int() })),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "DrawnPositions" });
