// Waiting rooms themselves: making them, changing what they are set to, their keys. What was read is
// kept until the room has news, so that a visitor's question costs no database.

import type { CommandContext } from "../../engine/command-context.ts";
import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Feed } from "../../events/feed.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { openText, sealText } from "../../infra/sealed-column.ts";
import type { Vault } from "../../infra/vault.ts";
import { refuse } from "../refusals.ts";
import type { Budgets } from "../../platform/budgets.ts";
import type { ProofKind } from "../gateway/host-proofs.ts";
import { nextHostCheck } from "../gateway/host-rules.ts";
import { roomNumberOf } from "./position-ids.ts";
import { openKey, openSettings, sealKey, sealSettings, sealedSeeds } from "./room-secrets.ts";
import { rulesOf, type RoomRules, type RoomSettings } from "./rules.ts";

export interface RoomKey {
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
  /** Nothing that it signed is believed from then on; null for the one that signs. */
  refusedAt: number | null;
}

export interface Room {
  orgId: string;
  id: string;
  number: number;
  settings: RoomSettings;
  rules: RoomRules;
  seed: string;
  createdAt: string;
  /** Its organisation has shown that the host name is theirs. */
  hostProven: boolean;
  /** Since when that proof is gone; a name that was not proven again in time is not proven any more. */
  hostMissingSince: Date | null;
  /** The newest first: it signs. */
  keys: readonly RoomKey[];
}

export interface RoomsDeps {
  pool: pg.Pool;
  vault: Vault;
  clock: Clock;
  feed: Feed;
  budgets: Pick<Budgets, "check">;
}

const maxKnown = 10_000;
/** Those whose signatures are believed now. What is read is kept, so they can be over since. */
export function keysAt({ keys }: Room, now: number): RoomKey[] {
  return keys.filter(({ refusedAt }) => refusedAt === null || refusedAt > now);
}

export class Rooms {
  readonly #deps: RoomsDeps;
  readonly #known = new Map<string, { room: Promise<Room>; unwatch: () => void }>();
  readonly #ids = new Map<number, string>();
  #changed: (room: Room) => Promise<void> = () => Promise.resolve();

  constructor(deps: RoomsDeps) {
    this.#deps = deps;
  }

  /** Called after a change is committed. */
  onChanged(listener: (room: Room) => Promise<void>): void {
    this.#changed = listener;
  }

  async create(by: CommandContext, settings: RoomSettings, proof: ProofKind | null) {
    const { pool, vault, clock, budgets } = this.#deps;
    const id = newId();
    const key = await newKey();
    const stored = JSON.stringify(sealSettings(vault, id, settings));
    const write = { ...by, lineId: id, operation: "createRoom", clock };
    const { answer, replayed } = await auditedWrite<string>(pool, write, async (tx, now) => {
      const { orgId } = by;
      await budgets.check(tx, orgId, "rooms");
      await tx.query(
        `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'waitroom')`,
        [orgId, id],
      );
      await tx.query(
        `insert into room (org_id, id, settings, seed, created_at, host_proof, host_proven_at,
                           host_check_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          orgId,
          id,
          stored,
          sealSeed(vault, id, newSeed()),
          now,
          proof,
          proof && now,
          proof && nextHostCheck(now),
        ],
      );
      await insertKey(tx, vault, orgId, id, key, now);
      const after = { ...shownSettings(settings), ...(proof && { hostProof: proof }) };
      return { type: "waitroom.room_created", after, answer: id };
    }).catch(hostTaken);
    const room = await this.reread(answer);
    return { room, replayed };
  }

  async change(
    by: CommandContext,
    id: string,
    patch: Partial<RoomSettings>,
    proof: ProofKind | null,
  ) {
    const { pool, vault, clock } = this.#deps;
    await this.room(by.orgId, id);
    const write = { ...by, lineId: id, operation: "changeRoom", clock };
    const { replayed } = await auditedWrite<null>(pool, write, async (tx, now) => {
      const { settings: before, seed } = (await load(tx, vault, id, now.getTime()))!;
      const settings = keepSecret(before, { ...before, ...patch });
      // A draw that was held has shown its seed: the next one needs another.
      const held = before.opensAt !== null && Date.parse(before.opensAt) <= now.getTime();
      const again = held && settings.opensAt !== before.opensAt;
      await tx.query(
        `update room set settings = $3, version = version + 1, seed = $4,
                draw = draw + case when $8 then 1 else 0 end,
                host_proof = coalesce($5, case when $7 then host_proof end),
                host_proven_at = coalesce($6, case when $7 then host_proven_at end),
                host_check_at = coalesce($9, case when $7 then host_check_at end),
                host_missing_since = case when $5::text is null and $7 then host_missing_since end
          where org_id = $1 and id = $2`,
        [
          by.orgId,
          id,
          JSON.stringify(sealSettings(vault, id, settings)),
          sealSeed(vault, id, again ? newSeed() : seed),
          proof,
          proof && now,
          settings.hostName === before.hostName,
          again,
          proof && nextHostCheck(now),
        ],
      );
      return {
        type: "waitroom.room_changed",
        before: shownSettings(before),
        after: { ...shownSettings(settings), ...(proof && { hostProof: proof }) },
        answer: null,
      };
    }).catch(hostTaken);
    const room = await this.reread(id);
    return { room, replayed };
  }

  /** A new key signs from now on; what the old ones signed is believed for so long. */
  async rotate(by: CommandContext, id: string, overlapSeconds: number) {
    const { pool, vault, clock } = this.#deps;
    await this.room(by.orgId, id);
    const key = await newKey();
    const write = { ...by, lineId: id, operation: "rotateRoomKey", clock };
    const { answer, replayed } = await auditedWrite<string>(pool, write, async (tx, now) => {
      await tx.query(
        `update room_key set retired_at = coalesce(retired_at, $3), refused_at = least(refused_at, $4)
          where org_id = $1 and room_id = $2`,
        [by.orgId, id, now, new Date(now.getTime() + overlapSeconds * 1_000)],
      );
      await insertKey(tx, vault, by.orgId, id, key, now);
      const after = { kid: key.kid, overlapSeconds };
      return { type: "waitroom.key_rotated", after, answer: key.kid };
    });
    await this.reread(id);
    return { kid: answer, replayed };
  }

  /** The room, if it belongs to the organisation that asks. */
  async room(orgId: string, id: string): Promise<Room> {
    const room = await this.anyRoom(id);
    if (room.orgId !== orgId) throw notThere();
    return room;
  }

  anyRoom(id: string): Promise<Room> {
    const known = this.#known.get(id);
    if (known) return known.room;
    // The one that was read longest ago makes room.
    if (this.#known.size >= maxKnown) this.#forget(this.#known.keys().next().value!);
    const unwatch = this.#deps.feed.watch(id, () => this.#forget(id));
    const room = this.#read(id);
    this.#known.set(id, { room, unwatch });
    room.catch(() => this.#forget(id));
    return room;
  }

  /** The room that a position's id names. */
  async ofPosition(positionId: string): Promise<Room> {
    const number = roomNumberOf(positionId);
    if (number === null) throw noPosition();
    const known = this.#ids.get(number);
    if (known) return this.anyRoom(known);
    const { rows } = await this.#deps.pool.query<{ id: string }>(
      `select id from room where number = $1`,
      [Math.min(number, 0x7f_ff_ff_ff)],
    );
    const [found] = rows;
    if (!found) throw noPosition();
    if (this.#ids.size >= maxKnown) this.#ids.clear();
    this.#ids.set(number, found.id);
    return this.anyRoom(found.id);
  }

  async list(orgId: string, after: string | null, limit: number): Promise<Room[]> {
    const { rows } = await this.#deps.pool.query<{ id: string }>(
      `select id from room where org_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
      [orgId, after, limit],
    );
    return Promise.all(rows.map(({ id }) => this.anyRoom(id)));
  }

  /** Host names that lead to rooms; where two have one, the second is the one that it belongs to now. */
  async hosts(): Promise<{ id: string; host: string; isProven: boolean }[]> {
    // Index: room_named.
    const { rows } = await this.#deps.pool.query<{ id: string; host: string; isProven: boolean }>(
      `select id, settings->>'hostName' as host, host_proven_at is not null as "isProven" from room
        where settings->>'hostName' is not null
        order by host_proven_at is not null or host_missing_since is null limit ${maxKnown}`,
    );
    return rows;
  }

  /** The room that Queue-it's connectors name so; the oldest, should there be several. */
  async ofConnector(customerId: string, eventId: string): Promise<string | null> {
    // Index: room_connector.
    const { rows } = await this.#deps.pool.query<{ id: string }>(
      `select id from room
        where settings->'knownUser'->>'customerId' = $1 and settings->'knownUser'->>'eventId' = $2
        order by id limit 1`,
      [customerId, eventId],
    );
    return rows[0]?.id ?? null;
  }

  close(): void {
    for (const { unwatch } of this.#known.values()) unwatch();
    this.#known.clear();
  }

  /** After a change that was committed. */
  async reread(id: string): Promise<Room> {
    this.#forget(id);
    const room = await this.anyRoom(id);
    await this.#changed(room);
    return room;
  }

  #forget(id: string): void {
    this.#known.get(id)?.unwatch();
    this.#known.delete(id);
  }

  async #read(id: string): Promise<Room> {
    const { pool, vault, clock } = this.#deps;
    const room = await load(pool, vault, id, approximateNow(clock));
    if (!room) throw notThere();
    return room;
  }
}

/** What stands for a secret that was set; sent back, it stays as it is. */
const hidden = "****************";

export function shownSettings(settings: RoomSettings): RoomSettings {
  const { knownUser } = settings;
  return { ...settings, knownUser: knownUser && { ...knownUser, secretKey: hidden } };
}

function keepSecret(before: RoomSettings, settings: RoomSettings): RoomSettings {
  const { knownUser } = settings;
  if (knownUser?.secretKey !== hidden) return settings;
  const { secretKey = "" } = before.knownUser ?? {};
  return { ...settings, knownUser: { ...knownUser, secretKey } };
}

function hostTaken(error: unknown): never {
  throw isHostTaken(error) ? refuse("HOST_TAKEN") : error;
}

export function isHostTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "room_host";
}

const notThere = () => refuse("NOT_FOUND", "There is no such waiting room");
const noPosition = () => refuse("NOT_FOUND", "There is no such position");
const newSeed = () => randomBytes(32).toString("hex");
const sealSeed = (vault: Vault, id: string, seed: string) => sealText(sealedSeeds, vault, id, seed);

interface StoredKey extends Omit<RoomKey, "privateJwk"> {
  /** As an earlier version left it. */
  privateJwk: JWK | null;
  sealed: string | null;
}

async function load(
  db: pg.ClientBase | pg.Pool,
  vault: Vault,
  id: string,
  now: number,
): Promise<Room | null> {
  const { rows } = await db.query<{
    org_id: string;
    number: number;
    settings: RoomSettings;
    version: number;
    seed: string;
    created_at: Date;
    host_proven: boolean;
    host_missing_since: Date | null;
    keys: StoredKey[];
  }>(
    `select org_id, number, settings, version, seed, created_at,
       host_proven_at is not null as host_proven, host_missing_since,
       (select json_agg(json_build_object('kid', kid, 'privateJwk', private_jwk,
            'sealed', private_sealed, 'publicJwk', public_jwk, 'refusedAt', extract(epoch from refused_at) * 1000)
          order by retired_at desc nulls first)
          from room_key k where k.org_id = r.org_id and k.room_id = r.id
            and (refused_at is null or refused_at > $2)) as keys
       from room r where id = $1`,
    [id, new Date(now)],
  );
  const [row] = rows;
  if (!row) return null;
  const { version } = row;
  const settings = openSettings(vault, id, row.settings);
  return {
    orgId: row.org_id,
    id,
    number: row.number,
    settings,
    rules: rulesOf(settings, version),
    seed: openText(sealedSeeds, vault, id, row.seed),
    createdAt: row.created_at.toISOString(),
    hostProven: row.host_proven,
    hostMissingSince: row.host_missing_since,
    keys: row.keys.map(({ sealed, privateJwk, ...key }) => ({
      ...key,
      privateJwk: sealed === null ? privateJwk! : openKey(vault, id, key.kid, sealed),
    })),
  };
}

async function newKey(): Promise<RoomKey> {
  const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const kid = randomBytes(9).toString("base64url");
  const [privateJwk, publicJwk] = await Promise.all([
    exportJWK(pair.privateKey),
    exportJWK(pair.publicKey),
  ]);
  const about = { kid, alg: "EdDSA", use: "sig" };
  return {
    kid,
    privateJwk: { ...privateJwk, ...about },
    publicJwk: { ...publicJwk, ...about },
    refusedAt: null,
  };
}

async function insertKey(
  tx: pg.ClientBase,
  vault: Vault,
  orgId: string,
  roomId: string,
  key: RoomKey,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into room_key (org_id, room_id, kid, private_sealed, public_jwk, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      orgId,
      roomId,
      key.kid,
      sealKey(vault, roomId, key.kid, key.privateJwk),
      JSON.stringify(key.publicJwk),
      now,
    ],
  );
}
