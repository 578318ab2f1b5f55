import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

const root = "/srv/turnkeeper";

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env, root);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  throw new assert.AssertionError({ message: "the settings were accepted" });
}

test("without any variable the server has sensible settings", () => {
  assert.deepEqual(readConfig({}, root), {
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://127.0.0.1:3000",
    databaseUrl: null,
    redisUrl: null,
    dataDir: "/srv/turnkeeper/data",
    apiKey: null,
    masterKey: { file: "/srv/turnkeeper/data.key" },
    organisationMakers: "owners",
    logLevel: "info",
    trustProxy: false,
    metricsToken: null,
    allowUnsafeDatabase: false,
    allowPrivateCalendars: false,
    stripe: null,
    roomProxy: false,
    roomHosts: [],
    allowPrivateTargets: false,
    limits: {
      publicWritesPerMinute: 20,
      joinsPerMobilePerHour: 3,
      guestHoldsPerNetwork: 20,
      ticketReadsPerMinute: 120,
      keyRequestsPerMinute: 120_000,
      wrongPasswords: 10,
      bodyBytes: 65_536,
      streams: 10_000,
      streamsPerAddress: 1_000,
      streamsPerOrganisation: 5_000,
      mailbox: 10_000,
      batch: 512,
    },
    maxPerOrganisation: {
      queues: 1_000,
      rooms: 200,
      resources: 5_000,
      merchants: 1_000,
      boxTypes: 5_000,
      calendars: 1_000,
      bookingPages: 100,
      members: 2_000,
      apiKeys: 500,
    },
    poolSize: 10,
    drainSeconds: 5,
  });
});

test("every variable is taken over", () => {
  const config = readConfig(
    {
      HOST: "::1",
      PORT: "8080",
      DATABASE_URL: "postgres://me:secret@db/turnkeeper",
      TURNKEEPER_MASTER_KEY: `${"n".repeat(32)},${"o".repeat(32)}`,
      REDIS_URL: "rediss://cache:6380",
      DATA_DIR: "/var/lib/queues",
      TURNKEEPER_API_KEY: "0123456789abcdef",
      LOG_LEVEL: "debug",
      TRUST_PROXY: "10.0.0.0/8, ::1",
      ALLOW_UNSAFE_DATABASE: "1",
      ALLOW_PRIVATE_CALENDARS: "yes",
      ROOM_HOSTS: "Shop.example.com, *.example.org",
      ALLOW_PRIVATE_TARGETS: "true",
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_WEBHOOK_SECRET: "whsec_0123456789",
      LIMIT_PUBLIC_WRITES_PER_MINUTE: "100",
      DATABASE_POOL_SIZE: "4",
    },
    root,
  );
  assert.equal(config.publicUrl, "http://[::1]:8080");
  assert.equal(config.databaseUrl, "postgres://me:secret@db/turnkeeper");
  assert.equal(config.redisUrl, "rediss://cache:6380");
  assert.equal(config.dataDir, "/var/lib/queues");
  assert.equal(config.apiKey, "0123456789abcdef");
  assert.deepEqual(config.masterKey, { keys: ["n".repeat(32), "o".repeat(32)] });
  assert.equal(config.logLevel, "debug");
  assert.equal(config.trustProxy, "10.0.0.0/8,::1");
  assert.equal(config.allowUnsafeDatabase, true);
  assert.equal(config.allowPrivateCalendars, true);
  assert.deepEqual(config.roomHosts, ["shop.example.com", "*.example.org"]);
  assert.equal(config.allowPrivateTargets, true);
  assert.deepEqual(config.stripe, {
    secretKey: "sk_test_0123456789",
    webhookSecret: "whsec_0123456789",
    apiUrl: "https://api.stripe.com",
  });
  assert.equal(config.limits.publicWritesPerMinute, 100);
  assert.equal(config.poolSize, 4);
});

test("all bad variables are named at once, with what they should be and what they were", () => {
  const message = problemsOf({ PORT: "80a", LOG_LEVEL: "loud", PUBLIC_URL: "queue.example.org" });
  assert.match(message, /PORT should be a whole number from 1 to 65535, but it is "80a"/);
  assert.match(message, /LOG_LEVEL should be one of fatal, error, .*but it is "loud"/);
  assert.match(message, /PUBLIC_URL should be an http or https address .*"queue\.example\.org"/);
});

test("with a database of one's own the master key has to be given, or where it lasts", () => {
  const own = { DATABASE_URL: "postgres://db/turnkeeper" };
  assert.match(problemsOf(own), /TURNKEEPER_MASTER_KEY should be set with DATABASE_URL/);
  const { masterKey } = readConfig({ ...own, MASTER_KEY_FILE: "/keys/master.key" }, root);
  assert.deepEqual(masterKey, { file: "/keys/master.key" });
});

const refused: Record<string, string[]> = {
  TURNKEEPER_MASTER_KEY: ["short", "o".repeat(31), `${"o".repeat(32)},short`],
  PORT: ["0", "65536", "-1", "3000.5", "1e3"],
  HOST: ["300.0.0.1", "two words", "a/b"],
  PUBLIC_URL: ["https://example.org/queues", "ftp://example.org"],
  DATABASE_URL: ["mysql://host/db", "host/db"],
  REDIS_URL: ["http://cache", "redis://cache:6379,http://other"],
  TURNKEEPER_API_KEY: ["short", "with spaces in the middle"],
  METRICS_TOKEN: ["short", "with spaces in the middle"],
  TRUST_PROXY: ["maybe", "10.0.0.0/33", "10.0.0.1,", "33"],
  ALLOW_UNSAFE_DATABASE: ["perhaps"],
  ALLOW_PRIVATE_CALENDARS: ["perhaps"],
  ROOM_HOSTS: ["shop", "https://shop.example.com", "*", "shop.example.com:80"],
  ALLOW_PRIVATE_TARGETS: ["perhaps"],
  STRIPE_SECRET_KEY: ["pk_test_0123456789", "sk_"],
  STRIPE_WEBHOOK_SECRET: ["0123456789"],
  STRIPE_API_URL: ["api.stripe.com", "https://api.stripe.com/v1"],
  LIMIT_BODY_BYTES: ["10", "64k"],
  LIMIT_BATCH: ["0"],
  DATABASE_POOL_SIZE: ["0"],
};
for (const [name, values] of Object.entries(refused)) {
  test(`${name} is refused when it is wrong`, () => {
    for (const value of values) assert.match(problemsOf({ [name]: value }), new RegExp(name));
  });
}

test("TRUST_PROXY is a no, a number of proxies or a list of addresses", () => {
  const trust = (text: string) => readConfig({ TRUST_PROXY: text }, root).trustProxy;
  assert.equal(trust("false"), false);
  assert.equal(trust("2"), 2);
  assert.equal(trust("loopback,fd00::/8"), "loopback,fd00::/8");
});

test("TRUST_PROXY=true is refused with the reason", () => {
  assert.match(problemsOf({ TRUST_PROXY: "true" }), /TRUST_PROXY.*whatever any caller writes/);
});

test("payments need both the key and the secret of the webhook", () => {
  assert.match(problemsOf({ STRIPE_SECRET_KEY: "sk_test_0123456789" }), /set together/);
  assert.match(problemsOf({ STRIPE_WEBHOOK_SECRET: "whsec_0123456789" }), /set together/);
});

test("an error never shows a key or a password", () => {
  const message = problemsOf({
    TURNKEEPER_API_KEY: "hunter2",
    STRIPE_SECRET_KEY: "pk_live_letmein",
    DATABASE_URL: "mysql://me:opensesame@host/db",
  });
  assert.doesNotMatch(message, /hunter2|opensesame|letmein/);
  assert.match(message, /hidden, 7 characters/);
});

test("empty and unknown variables are ignored", () => {
  assert.equal(readConfig({ PORT: "", TURNKEEPER_COLOUR: "blue" }, root).port, 3000);
});

test("the public address has no trailing slash, and one that listens everywhere is localhost", () => {
  assert.equal(readConfig({ PUBLIC_URL: "https://q.org/" }, root).publicUrl, "https://q.org");
  assert.equal(readConfig({ HOST: "0.0.0.0" }, root).publicUrl, "http://localhost:3000");
});
