// The documents say what the code does. Where they could drift apart without anybody noticing, a test
// here notices.

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { paymentStates } from "../src/boxes/schemas.ts";
import {
  inventoryStatuses,
  reasons as boxReasons,
  statuses as boxStatuses,
} from "../src/boxes/core/rules.ts";
import { readConfig } from "../src/infra/config.ts";
import { declared } from "../src/declared.ts";
import { Catalogue } from "../src/http/catalogue.ts";
import { reasons, statuses } from "../src/opd/core/rules.ts";
import { reasons as roomReasons } from "../src/waitroom/core/rules.ts";
import { readImports, withMap } from "../scripts/import-map.ts";
import { startApp } from "./app.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const documents = globSync(["*.md", "{docs,src}/**/*.md", "client/*.md"], { cwd: root });

/** The names that the settings are read from. */
function variables(): string[] {
  const names: string[] = [];
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_target, name) {
        names.push(String(name));
        return undefined;
      },
    },
  );
  readConfig(env, root);
  return names;
}

test("the README has every setting, and none that does not exist", () => {
  const section = /## Settings\n(.*?)\n## /s.exec(text("README.md"))![1]!;
  const documented = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
  assert.deepEqual(documented.toSorted(), variables().toSorted());
});

test("the page of error codes has the whole catalogue", () => {
  const page = text("docs/errors.md");
  for (const [code, { status }] of Object.entries(new Catalogue(declared).codes)) {
    assert.match(page, new RegExp(`^\\| \`${code}\` \\| ${status} \\|`, "m"));
  }
});

test("the codes that the documents name exist", () => {
  const known = new Set<string>([
    ...Object.keys(new Catalogue(declared).codes),
    ...variables(),
    ...reasons,
    ...statuses,
    ...roomReasons,
    ...paymentStates,
    ...boxReasons,
    ...boxStatuses,
    ...inventoryStatuses,
    "FULL_REGULAR",
  ]);
  const words = ["NO_SHOW", "NO_ANSWER", "UNEXPECTED_ANSWER"];
  for (const file of documents.filter((name) => name !== "CHANGELOG.md")) {
    for (const [, word] of text(file).matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)) {
      assert(known.has(word!) || words.includes(word!), `${file} names ${word}`);
    }
  }
});

test("the links between the documents lead somewhere", () => {
  for (const file of documents) {
    for (const [, target] of text(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|#)/.test(target!)) continue;
      const path = join(root, dirname(file), target!.split("#", 1)[0]!);
      assert(existsSync(path), `${file} links to ${target}`);
    }
  }
});

test("no document has a conflict that was never resolved", () => {
  for (const file of documents) {
    assert.doesNotMatch(text(file), /^(?:<{7}|>{7})(?: |$)/m, file);
  }
});

test("every folder of the server says what it is about, and names files that exist", () => {
  const architecture = text("ARCHITECTURE.md");
  const folders = new Set(globSync("src/**/*.ts", { cwd: root }).map((file) => dirname(file)));
  for (const folder of folders) {
    const page = join(folder, "README.md");
    assert(existsSync(join(root, page)), `${page} is missing`);
    const isOnTheMap = folder.split("/").length !== 2 || architecture.includes(`(${page})`);
    assert(isOnTheMap, `ARCHITECTURE.md does not say what ${folder} is`);
    const named = [...text(page).matchAll(/[`(]([\w./-]+\.ts)[`)]/g)].map(([, name]) => name!);
    assert(named.length > 0, `${page} names no file to begin with`);
    for (const name of named) {
      assert(existsSync(join(root, folder, name)), `${page} names ${name}`);
    }
  }
});

test("the functions that ARCHITECTURE.md sends people to are where it says", () => {
  const named = [
    ...text("ARCHITECTURE.md").matchAll(/`(\w+)`(?: in)? \(?\[[^\]]+\]\(([^)]+\.ts)\)/g),
  ];
  assert(named.length >= 3);
  for (const [, name, file] of named) {
    assert.match(text(file!), new RegExp(`\\b${name}\\b`), `${file} has no ${name}`);
  }
});

test("the map is what the imports say, and one that lies is not", () => {
  const page = text("ARCHITECTURE.md");
  const imports = readImports(root);
  assert.equal(withMap(page, imports), page, 'run "npm run generate"');
  const lie = page.replace("  engine --> kernel\n", "  engine --> walkin\n");
  assert.notEqual(lie, page);
  assert.equal(withMap(lie, imports), page);
});

test("an arrow that follows from others is not drawn, and a circle is refused", () => {
  const page = "<!-- map: begin --><!-- map: end -->";
  const parts = new Map([
    ["top", new Set(["middle", "bottom"])],
    ["middle", new Set(["bottom"])],
  ]);
  const arrows = withMap(page, parts).match(/\w+ --> \w+/g);
  assert.deepEqual(arrows, ["middle --> bottom", "top --> middle"]);
  parts.set("bottom", new Set(["top"]));
  assert.throws(() => withMap(page, parts), /A circle: /);
});

test("the OpenAPI document in the repository is the one the server gives", async () => {
  const app = await startApp();
  try {
    const served: unknown = await (await fetch(`${app.url}/openapi.json`)).json();
    const kept: unknown = JSON.parse(text("docs/openapi.json"));
    assert.deepEqual(kept, served, 'run "npm run generate"');
  } finally {
    await app.close();
  }
});

const curl = spawnSync("curl", ["--version"]).status === 0;

test("the tour of the README works as it stands", { skip: curl ? false : "no curl" }, async () => {
  const section = /## Five-minute tour\n(.*?)\n## /s.exec(text("README.md"))![1]!;
  const [settings, ...steps] = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code!);
  assert.match(settings!, /^export URL=.*\nexport KEY=.*\n$/);
  const script = steps.join("\n");
  // Behind a command stands what it prints.
  const promised = [...script.matchAll(/ # (.*)$/gm)].map(([, said]) => said!);
  const app = await startApp();
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-tour-"));
  try {
    const env = { ...process.env, URL: app.url, KEY: app.ownerKey };
    const { stdout } = await run("bash", ["-c", `${script}\ntrue`], { env, cwd: folder });
    const [printed, stream] = stdout.split("retry: 2000\n");
    assert.deepEqual(printed!.trim().split("\n"), promised);
    assert.match(stream!, /"type":"counter.queue_created".*"type":"counter.served"/s);
  } finally {
    await rm(folder, { recursive: true });
    await app.close();
  }
});
