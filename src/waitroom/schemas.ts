// What the waiting room's routes take and give.

import { z } from "zod";
import { decimal, id, instant, lines, moment, opaque, text } from "../http/schemas.ts";
import { maxBits } from "./core/challenge.ts";
import { knownUserName } from "./passes/known-user.ts";
import { isUnambiguous } from "./gateway/open-paths.ts";
import { defaultSettings, policies, reasons, statuses } from "./core/rules.ts";

const webAddress = text(1, 2_000).refine((value) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}, "must be an http or https address");

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #1d4ed8")
  .nullable();

const language = z.string().regex(/^[a-z]{2}$/, "must be a language such as de");

const pageSettings = z
  .strictObject({
    logo: z
      .string()
      .max(8_200)
      .regex(
        /^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/,
        "must be a PNG or SVG of up to 6 kB as a data address",
      )
      .nullable()
      .default(null)
      .meta({ description: "`data:image/svg+xml;base64,…` or `data:image/png;base64,…`" }),
    accent: colour.default(null),
    background: colour.default(null),
    languages: z
      .array(language)
      .max(20)
      .default(["en"])
      .meta({ description: "Offered ones, the first for everybody else: en, de, fr, es, ar" }),
    texts: z
      .record(
        language,
        z.strictObject({ title: text(0, 80).optional(), intro: lines(0, 500).optional() }),
      )
      .default({})
      .meta({ description: "By language: a heading and a text of the room's own" }),
  })
  .meta({ id: "RoomPage", description: "How the room's page looks and speaks" });

const future = moment.transform((value) => new Date(value).toISOString());

const settings = {
  name: text(1, 100),
  targetUrl: webAddress.meta({ description: "The site behind the room" }),
  maxActive: z
    .int()
    .min(1)
    .max(10_000_000)
    .meta({ description: "Most with a pass or a session, together, at any moment" }),
  admitPerSecond: decimal(4)
    .min(0.0001)
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
    .meta({ description: "Somebody who has waited this long is no longer overtaken" }),
  heartbeatSeconds: z
    .int()
    .min(1)
    .max(3_600)
    .meta({ description: "A visitor who sends no heartbeat for that long is removed" }),
  sessionMinutes: decimal(3)
    .min(0.01)
    .max(24 * 60)
    .meta({ description: "How long a session lasts, from its start" }),
  state: z.enum(["open", "paused", "closed"]).meta({
    description: "paused: nobody is admitted. closed: nobody new may join; those who wait go on",
  }),
  opensAt: future
    .nullable()
    .meta({ description: "Visitors who come before are put in random order at that moment" }),
  message: lines(0, 500).nullable().meta({ description: "Shown to those who wait" }),
  joinsPerAddressPerMinute: z.int().min(1).max(1_000_000),
  challengeBits: z
    .int()
    .min(0)
    .max(maxBits)
    .meta({ description: "Work before joining: 18 is about a second on a phone. 0 asks for none" }),
  hostName: z
    .string()
    .trim()
    .toLowerCase()
    .overwrite((name) => name.replace(/\.$/, ""))
    .max(253)
    .regex(
      /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/,
      "must be a host name such as shop.example.com",
    )
    .nullable()
    .meta({
      description:
        "The proxy's: requests for this name are passed on to the target, with a session. It has to be " +
        "shown that the name is yours: HOST_UNPROVEN names the DNS record or the file that does so",
    }),
  openPaths: z
    .array(
      opaque(200)
        .startsWith("/")
        .refine(isUnambiguous, "must not have dots, doubled slashes or the like to resolve"),
    )
    .max(20)
    .meta({ description: "What the proxy passes on without a session, by how the path starts" }),
  knownUser: z
    .strictObject({
      customerId: z.string().regex(knownUserName, "may have letters, digits, dots and hyphens"),
      eventId: z.string().regex(knownUserName, "may have letters, digits, dots and hyphens"),
      secretKey: text(16, 200),
    })
    .nullable()
    .meta({
      id: "KnownUser",
      description:
        "Admits with tokens for Queue-it's KnownUser V3 connectors instead of our passes",
    }),
  page: pageSettings,
};

export const newRoom = z
  .strictObject({
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
    challengeBits: settings.challengeBits.default(defaultSettings.challengeBits),
    hostName: settings.hostName.default(defaultSettings.hostName),
    openPaths: settings.openPaths.default(defaultSettings.openPaths),
    knownUser: settings.knownUser.default(defaultSettings.knownUser),
    page: settings.page.default(defaultSettings.page),
  })
  .meta({ id: "NewRoom" });

export const roomPatch = z
  .strictObject(settings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "RoomPatch" });

const draw = z
  .strictObject({
    seedHash: z.string().meta({ description: "SHA-256 of the seed, hex; known before the draw" }),
    seed: z.string().nullable().meta({ description: "Shown from the opening on" }),
  })
  .meta({ id: "RoomDraw" });

const hostProofMissing = z
  .strictObject({
    since: instant,
    servedUntil: instant.meta({
      description: "If it is still gone then, requests for the name are no longer passed on",
    }),
    detail: z.string().meta({ description: "The same in words, with what to do about it" }),
    record: z.strictObject({ type: z.string(), name: z.string(), value: z.string() }),
    file: z.strictObject({ url: z.string(), content: z.string() }),
  })
  .meta({
    id: "HostProofMissing",
    description:
      "The proof of the host name, which is looked for once a day, is gone. A DNS or a site that does " +
      "not answer is not enough for that",
  });

export const room = z
  .strictObject({
    id,
    ...settings,
    opensAt: instant.nullable(),
    page: z.strictObject({
      logo: z.string().nullable(),
      accent: z.string().nullable(),
      background: z.string().nullable(),
      languages: z.array(z.string()),
      texts: z.record(
        z.string(),
        z.strictObject({ title: z.string().optional(), intro: z.string().optional() }),
      ),
    }),
    hostServed: z
      .boolean()
      .meta({ description: "Whether requests for the host name are passed on now" }),
    hostProofMissing: hostProofMissing.nullable(),
    draw,
    jwksUrl: z.string(),
    createdAt: instant,
  })
  .meta({ id: "Room" });

const wait = z
  .strictObject({ fromSeconds: z.int(), toSeconds: z.int() })
  .meta({ id: "RoomWait", description: "From measured admissions and abandonment" });

export const publicRoom = z
  .strictObject({
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

const returnTo = opaque(4_000)
  .optional()
  .meta({ description: "Where to go once admitted; a page of the target's site, else the target" });

const bind = opaque(100).optional().meta({ description: "Tied to the pass as its claim `bnd`" });

const place = opaque(1_000)
  .optional()
  .meta({ description: "The signed place of an earlier answer; the cookie says the same" });

/** As small as a page needs it: it is kept for everybody who waits. */
const metadata = z
  .record(text(1, 50), z.union([text(0, 200), z.number(), z.boolean(), z.null()]))
  .refine((value) => JSON.stringify(value).length <= 1_000, "has at most 1,000 characters")
  .optional();

export const joining = z
  .strictObject({
    sessionId: text(1, 200)
      .optional()
      .meta({
        description:
          "One place per session; without it the cookie, else a new one. Whoever repeats one of 16 " +
          "characters or more gets its place again: make it random",
      }),
    priority: z.int().min(0).max(3).optional().meta({
      description: "3 is the most urgent. Counts from staff, or with a signed claim",
    }),
    claim: opaque(2_000).optional().meta({
      description:
        "JWT (HS256, the room's claim secret) with `aud` the room, `sub` the session, `priority`",
    }),
    metadata,
    returnTo,
    bind,
    place,
    challenge: z
      .strictObject({ seed: opaque(200), nonce: opaque(40) })
      .optional()
      .meta({ description: "The work that a room with `challengeBits` asks for" }),
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
  place: z.string().nullable().meta({ description: "For its holder alone" }),
};

export const position = z
  .strictObject({
    ...positionFields,
    metadata: z.unknown().optional().meta({ description: "For staff" }),
  })
  .meta({ id: "Position" });

export const joined = z
  .strictObject({
    ...positionFields,
    secret: z
      .string()
      .nullable()
      .meta({
        description:
          "Bearer for this position alone. null, like `place` and `pass`, for somebody unknown who repeats " +
          "a sessionId of less than 16 characters",
      }),
  })
  .meta({ id: "JoinedPosition" });

export const looking = z.strictObject({ returnTo, bind });
export const beating = z.strictObject({ place }).nullish().meta({ id: "Heartbeat" });
export const starting = z
  .strictObject({ pass: opaque(4_000).optional(), place })
  .nullish()
  .meta({ id: "Starting" });

export const challenge = z
  .strictObject({
    seed: z
      .string()
      .meta({ description: "Of this room and the caller's address; good for 5 minutes" }),
    bits: z.int().meta({
      description:
        "Find a `nonce` so that the SHA-256 of `<seed>.<nonce>` begins with that many zero bits",
    }),
  })
  .meta({ id: "RoomChallenge" });

export const redeeming = z.strictObject({ pass: opaque(4_000).min(1) }).meta({ id: "Redeeming" });
export const renewing = z.strictObject({ session: opaque(4_000).min(1) }).meta({ id: "Renewing" });

export const session = z
  .strictObject({
    positionId: id,
    session: z.string().meta({ description: "For the site's cookie tk_session_<room>" }),
    sessionExpiresAt: instant.meta({ description: "Renew before; at most a minute" }),
    sessionEndsAt: instant,
  })
  .meta({ id: "RoomSession" });

export const stats = z
  .strictObject({
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
  .strictObject({
    items: z.array(
      z.strictObject({
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
  .strictObject({
    id,
    status: z.enum(statuses),
    priority: z.int(),
    drawn: z.boolean(),
    joinedAt: instant,
    address: z.string().nullable(),
  })
  .meta({ id: "ListedPosition" });

export const addresses = z
  .strictObject({ items: z.array(z.strictObject({ address: z.string(), positions: z.int() })) })
  .meta({ id: "RoomAddresses" });
export const revoking = z.strictObject({ address: text(1, 100) }).meta({ id: "RevokingAddress" });
export const revoked = z.strictObject({ terminated: z.int() }).meta({ id: "RevokedAddress" });

export const rotating = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(86_400).optional().meta({
      description: "How long what the old key signed is still believed; an hour unless given",
    }),
  })
  .nullish()
  .meta({ id: "RotatingKey" });
export const rotated = z.strictObject({ kid: z.string() }).meta({ id: "RotatedKey" });
export const claimKey = z.strictObject({ secret: z.string() }).meta({ id: "RoomClaimKey" });
export const jwks = z
  .strictObject({ keys: z.array(z.record(z.string(), z.unknown())) })
  .meta({ id: "Jwks", description: "Public keys; the first one signs" });

export const drawn = z
  .strictObject({
    seedHash: z.string(),
    seed: z.string().nullable(),
    items: z.array(z.strictObject({ positionId: id, value: z.int() })),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "DrawnPositions" });
