// Secrets in the database are sealed under a master key that is never in it: somebody who reads the
// database, a backup or a replica has nothing to sign in or to sign with. AES-256-GCM; each sealed text has
// the id of its key, and its purpose is authenticated with it, so that one row cannot stand for another.
//
// Several keys can be given: the first one seals, all of them open. That is how a new one takes over while
// servers run: see docs/guides/operating.md.

import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** There is no master key, or not the one that this database needs. */
export class MasterKeyError extends Error {
  override name = "MasterKeyError";
}

interface MasterKey {
  id: string;
  secret: Buffer;
}

export type KeySource = { keys: readonly string[] } | { file: string };

export interface Vault {
  /** `purpose` says what it is for; only with the same one is it opened. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** Sealed under the key that seals now. */
  isCurrent(sealed: string): boolean;
}

const version = "mk1";
const nonceBytes = 12;
const tagBytes = 16;
/** Two lines of a key file: a new key while the old one still opens. */
const maxKeys = 8;

export class MasterKeys implements Vault {
  readonly #source: KeySource;
  #keys: MasterKey[] = [];

  constructor(source: KeySource) {
    this.#source = source;
    this.#read();
  }

  /** Makes the key file if there is none; true when it did. Never on a database that has been sealed. */
  ensure(): boolean {
    if (this.#keys.length > 0) return false;
    if (!("file" in this.#source)) throw new MasterKeyError("TURNKEEPER_MASTER_KEY has no key.");
    const { file } = this.#source;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${newMasterKey()}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") {
        throw new MasterKeyError(
          `The master key cannot be written to ${file}: ${message}. ` +
            `Set MASTER_KEY_FILE to a place that lasts, or TURNKEEPER_MASTER_KEY to a key.`,
          { cause: error },
        );
      }
      // Another instance made it at the same moment.
      this.#read();
      return false;
    }
    this.#read();
    return true;
  }

  seal(purpose: string, text: string): string {
    // Somebody may have put a new key into the file while we run.
    if ("file" in this.#source) this.#read();
    const key = this.#keys[0];
    if (!key) throw new MasterKeyError("There is no master key.");
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", key.secret, nonce);
    cipher.setAAD(Buffer.from(purpose));
    const body = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final()]);
    return [version, key.id, Buffer.concat([body, cipher.getAuthTag()]).toString("base64url")].join(
      ".",
    );
  }

  open(purpose: string, sealed: string): string {
    const [is, keyId = "", body = ""] = sealed.split(".");
    if (is !== version) throw new MasterKeyError(`The ${purpose} in the database is not sealed.`);
    const key = this.#find(keyId);
    const bytes = Buffer.from(body, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", key.secret, bytes.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  }

  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${version}.${this.#keys[0]?.id}.`);
  }

  /** A new key seals from now on; the others go on opening. Only of a key file. */
  addKey(): void {
    const file = this.#ownFile();
    this.#write(file, [newMasterKey(), ...linesOf(file)]);
  }

  /** Only the newest key is left. Whatever the others sealed must be sealed anew before. */
  dropOldKeys(): void {
    const file = this.#ownFile();
    this.#write(file, linesOf(file).slice(0, 1));
  }

  get isFile(): boolean {
    return "file" in this.#source;
  }

  #find(keyId: string): MasterKey {
    const known = () => this.#keys.find(({ id }) => id === keyId);
    if (!known()) this.#read();
    const key = known();
    if (key) return key;
    const here = "file" in this.#source ? this.#source.file : "TURNKEEPER_MASTER_KEY";
    const has = this.#keys.map(({ id }) => id).join(", ") || "no key";
    throw new MasterKeyError(
      `The database is sealed under the master key ${keyId}, and ${here} has ${has}. ` +
        `Bring the key back, in TURNKEEPER_MASTER_KEY or in the file that MASTER_KEY_FILE names.`,
    );
  }

  #ownFile(): string {
    if ("file" in this.#source) return this.#source.file;
    throw new MasterKeyError("The master key is in TURNKEEPER_MASTER_KEY, not in a file.");
  }

  #read(): void {
    const texts = "file" in this.#source ? linesOf(this.#source.file) : this.#source.keys;
    this.#keys = texts.slice(0, maxKeys).map(masterKeyOf);
  }

  /** Whole or not at all. */
  #write(file: string, lines: readonly string[]): void {
    const fresh = `${file}.${process.pid}`;
    try {
      writeFileSync(fresh, `${lines.slice(0, maxKeys).join("\n")}\n`, { mode: 0o600 });
      renameSync(fresh, file);
    } finally {
      rmSync(fresh, { force: true });
    }
    this.#read();
  }
}

const newMasterKey = () => randomBytes(32).toString("base64url");

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new MasterKeyError(`The master key in ${file} cannot be read: ${message}.`);
  }
}

function masterKeyOf(text: string): MasterKey {
  const secret = Buffer.from(hkdfSync("sha256", text.trim(), "", "turnkeeper master key", 32));
  return { id: hash("sha256", secret, "hex").slice(0, 12), secret };
}
