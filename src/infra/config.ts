// Settings come from environment variables only. main.ts hands them in once; everything that is wrong
// is reported together, so that nobody has to start the server five times to find five mistakes.
import { isIP } from "node:net";
import { resolve } from "node:path";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Owners are those of the first organisation. */
const organisationMakers = ["owners", "anybody", "nobody"] as const;
export type OrganisationMakers = (typeof organisationMakers)[number];

/** What an organisation makes, and may have only so much of. */
const budgeted = {
  queues: ["LIMIT_QUEUES_PER_ORGANISATION", 1_000],
  rooms: ["LIMIT_ROOMS_PER_ORGANISATION", 200],
  resources: ["LIMIT_RESOURCES_PER_ORGANISATION", 5_000],
  merchants: ["LIMIT_MERCHANTS_PER_ORGANISATION", 1_000],
  boxTypes: ["LIMIT_BOX_TYPES_PER_ORGANISATION", 5_000],
  calendars: ["LIMIT_CALENDARS_PER_ORGANISATION", 1_000],
  bookingPages: ["LIMIT_BOOKING_PAGES_PER_ORGANISATION", 100],
  members: ["LIMIT_MEMBERS_PER_ORGANISATION", 2_000],
  apiKeys: ["LIMIT_API_KEYS_PER_ORGANISATION", 500],
} as const;
export type Budgeted = keyof typeof budgeted;

export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  dataDir: string;
  apiKey: string | null;
  /** What seals keys in the database: given, newest first, or in a file. */
  masterKey: { keys: readonly string[] } | { file: string };
  organisationMakers: OrganisationMakers;
  logLevel: LogLevel;
  trustProxy: false | string | number;
  /** What Prometheus shows to read /metrics; null: only from this machine. */
  metricsToken: string | null;
  allowUnsafeDatabase: boolean;
  allowPrivateCalendars: boolean;
  /** Payments for boxes; null: at pickup only. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | null;
  roomProxy: boolean;
  /** Host names that waiting rooms may have without proof; `*.example.com` for all below one. */
  roomHosts: string[];
  allowPrivateTargets: boolean;
  limits: {
    publicWritesPerMinute: number;
    joinsPerMobilePerHour: number;
    /** Reservations without an account at one merchant, in half an hour. */
    guestHoldsPerNetwork: number;
    ticketReadsPerMinute: number;
    /** Of all keys of an organisation together. */
    keyRequestsPerMinute: number;
    wrongPasswords: number;
    bodyBytes: number;
    streams: number;
    streamsPerAddress: number;
    streamsPerOrganisation: number;
    mailbox: number;
    batch: number;
  };
  maxPerOrganisation: Record<Budgeted, number>;
  poolSize: number;
  /** How long everybody is still served after SIGTERM. */
  drainSeconds: number;
}

/** The message has a line for each bad variable: its name, what it should be, what it was. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment, projectRoot: string): Config {
  const problems: string[] = [];

  /** Reads one variable; an empty one counts as missing, since compose files pass those on. */
  function setting<T>(
    name: string,
    fallback: T,
    should: string,
    parse: (text: string) => T | undefined,
    show: (text: string) => string = JSON.stringify,
  ): T {
    const text = env[name]?.trim();
    if (text === undefined || text === "") return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} should be ${should}, but it is ${show(text)}.`);
    return fallback;
  }

  const whole = (name: string, fallback: number, min: number, max: number) =>
    setting(name, fallback, `a whole number from ${min} to ${max}`, (text) =>
      wholeNumber(text, min, max),
    );
  const perWindow = (name: string, fallback: number) => whole(name, fallback, 1, 1_000_000_000);

  const secret = (name: string, should: string, shape: RegExp) =>
    setting<string | null>(
      name,
      null,
      should,
      (text) => (shape.test(text) ? text : undefined),
      (text) => `something else (hidden, ${text.length} characters)`,
    );

  const stripeKey = secret(
    "STRIPE_SECRET_KEY",
    "a secret or restricted key of Stripe, such as sk_live_…",
    /^[rs]k_[\x21-\x7e]{8,250}$/,
  );
  const webhookSecret = secret(
    "STRIPE_WEBHOOK_SECRET",
    "the signing secret of a webhook endpoint at Stripe, such as whsec_…",
    /^whsec_[\x21-\x7e]{8,250}$/,
  );
  const stripeUrl = setting(
    "STRIPE_API_URL",
    "https://api.stripe.com",
    "an http or https address without a path",
    parseOrigin,
  );
  // Money that nobody hears of must not be taken: with the key alone no payment would ever be seen.
  if ((stripeKey === null) !== (webhookSecret === null)) {
    problems.push(
      "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET should be set together or not at all.",
    );
  }

  const host = setting("HOST", "127.0.0.1", "an IP address or a host name", parseHost);
  const port = whole("PORT", 3000, 1, 65_535);
  const dataDir = resolve(projectRoot, setting("DATA_DIR", "data", "a folder", parseFolder));
  const masterKeys = secret(
    "TURNKEEPER_MASTER_KEY",
    "32 to 256 printable characters without spaces and commas, or several such keys with commas between",
    /^[\x21-\x2b\x2d-\x7e]{32,256}(,[\x21-\x2b\x2d-\x7e]{32,256}){0,3}$/,
  );
  const ownKeyFile = setting<string | null>("MASTER_KEY_FILE", null, "a file", parseFolder);
  const masterKeyFile = resolve(projectRoot, ownKeyFile ?? `${dataDir}.key`);
  const databaseUrl = setting<string | null>(
    "DATABASE_URL",
    null,
    "a PostgreSQL address, such as postgres://user:password@host:5432/database",
    (text) => urlWith(["postgres:", "postgresql:"], text),
    withoutPassword,
  );
  // A key that is made in a container, or on one machine of several, would be lost or missing there.
  if (databaseUrl !== null && masterKeys === null && ownKeyFile === null) {
    problems.push(
      "TURNKEEPER_MASTER_KEY should be set with DATABASE_URL, to the same 32 or more characters on every " +
        "instance, or MASTER_KEY_FILE to a file that lasts: keys in the database are sealed under it.",
    );
  }
  const config: Config = {
    host,
    port,
    publicUrl: setting(
      "PUBLIC_URL",
      reachableUrl(host, port),
      "an http or https address without a path, such as https://queue.example.org",
      parseOrigin,
    ),
    databaseUrl,
    redisUrl: setting<string | null>(
      "REDIS_URL",
      null,
      "a Redis address, such as redis://host:6379, or several of one cluster separated by commas",
      (text) => {
        const nodes = text.split(",").map((node) => urlWith(["redis:", "rediss:"], node.trim()));
        return nodes.every((node) => node !== undefined) ? text : undefined;
      },
      withoutPassword,
    ),
    dataDir,
    apiKey: secret(
      "TURNKEEPER_API_KEY",
      "at least 16 printable characters without spaces",
      /^[\x21-\x7e]{16,256}$/,
    ),
    masterKey: masterKeys === null ? { file: masterKeyFile } : { keys: masterKeys.split(",") },
    organisationMakers: setting<OrganisationMakers>(
      "WHO_MAKES_ORGANISATIONS",
      "owners",
      `one of ${organisationMakers.join(", ")}`,
      (text) => organisationMakers.find((makers) => makers === text),
    ),
    logLevel: setting<LogLevel>("LOG_LEVEL", "info", `one of ${logLevels.join(", ")}`, (text) =>
      logLevels.find((level) => level === text),
    ),
    trustProxy: setting<false | string | number>(
      "TRUST_PROXY",
      false,
      "false, a number of proxies, or a list of their addresses such as 10.0.0.0/8,192.168.1.5 " +
        "(true would believe whatever any caller writes into X-Forwarded-For)",
      parseTrustProxy,
    ),
    metricsToken: secret(
      "METRICS_TOKEN",
      "at least 16 printable characters without spaces",
      /^[\x21-\x7e]{16,256}$/,
    ),
    allowUnsafeDatabase: setting("ALLOW_UNSAFE_DATABASE", false, "true or false", parseYesNo),
    allowPrivateCalendars: setting("ALLOW_PRIVATE_CALENDARS", false, "true or false", parseYesNo),
    stripe:
      stripeKey !== null && webhookSecret !== null
        ? { secretKey: stripeKey, webhookSecret, apiUrl: stripeUrl }
        : null,
    roomProxy: setting("ROOM_PROXY", false, "true or false", parseYesNo),
    roomHosts: setting<string[]>(
      "ROOM_HOSTS",
      [],
      "a list of host names such as shop.example.com,*.example.org",
      parseHostNames,
    ),
    allowPrivateTargets: setting("ALLOW_PRIVATE_TARGETS", false, "true or false", parseYesNo),
    limits: {
      publicWritesPerMinute: perWindow("LIMIT_PUBLIC_WRITES_PER_MINUTE", 20),
      joinsPerMobilePerHour: perWindow("LIMIT_JOINS_PER_MOBILE_PER_HOUR", 3),
      guestHoldsPerNetwork: perWindow("LIMIT_GUEST_HOLDS_PER_NETWORK", 20),
      ticketReadsPerMinute: perWindow("LIMIT_TICKET_READS_PER_MINUTE", 120),
      keyRequestsPerMinute: perWindow("LIMIT_KEY_REQUESTS_PER_MINUTE", 120_000),
      wrongPasswords: whole("LIMIT_WRONG_PASSWORDS", 10, 1, 1_000_000_000),
      bodyBytes: whole("LIMIT_BODY_BYTES", 65_536, 1024, 16_777_216),
      streams: whole("LIMIT_STREAMS", 10_000, 1, 1_000_000),
      streamsPerAddress: whole("LIMIT_STREAMS_PER_ADDRESS", 1_000, 1, 1_000_000),
      streamsPerOrganisation: whole("LIMIT_STREAMS_PER_ORGANISATION", 5_000, 1, 1_000_000),
      mailbox: whole("LIMIT_MAILBOX", 10_000, 1, 1_000_000),
      batch: whole("LIMIT_BATCH", 512, 1, 10_000),
    },
    maxPerOrganisation: Object.fromEntries(
      Object.entries(budgeted).map(([kind, [name, most]]) => [kind, perWindow(name, most)]),
    ) as Record<Budgeted, number>,
    poolSize: whole("DATABASE_POOL_SIZE", 10, 1, 500),
    drainSeconds: whole("DRAIN_SECONDS", 5, 0, 60),
  };

  if (problems.length > 0) {
    throw new ConfigError(["The settings are not right:", ...problems].join("\n  "));
  }
  return config;
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

function parseHost(text: string): string | undefined {
  if (isIP(text) !== 0) return text;
  // Digits and dots alone are an address with a typing mistake, not a name.
  const name = /^(?![\d.]+$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
  return name.test(text) ? text : undefined;
}

/** What a person types into a browser: a server that listens everywhere is reached as localhost. */
function reachableUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function urlWith(protocols: string[], text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? text : undefined;
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  const bare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return bare ? url.origin : undefined;
}

function parseFolder(text: string): string | undefined {
  return text.includes("\0") ? undefined : text;
}

function parseYesNo(text: string): boolean | undefined {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  return /^(false|no|off|0)$/i.test(text) ? false : undefined;
}

function parseHostNames(text: string): string[] | undefined {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  const name = /^(\*\.)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;
  return names.every((one) => name.test(one)) ? names : undefined;
}

function parseTrustProxy(text: string): false | string | number | undefined {
  if (/^false$/i.test(text)) return false;
  if (/^\d+$/.test(text)) return wholeNumber(text, 0, 32);
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(isAddressRange) ? parts.join(",") : undefined;
}

function isAddressRange(part: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(part)) return true;
  const [address = "", prefix, ...rest] = part.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || wholeNumber(prefix, 0, bits) !== undefined;
}

function withoutPassword(text: string): string {
  return JSON.stringify(text.replace(/(:\/\/[^/@]*:)[^@]*@/, "$1…@"));
}
