// npm run generate: writes what follows from the code and is kept in the repository, so that it can
// be read, compared and used without starting a server. With --check it writes nothing and fails
// when a file is not what the code says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { continueInNewNode, fail, installPackages, root, say } from "./setup.mjs";

await installPackages();
await continueInNewNode();
process.chdir(root);
const { readImports, withMap } = await import("./import-map.ts");

const openapi = await readOpenApi();
const files = {
  "docs/openapi.json": JSON.stringify(openapi),
  "docs/errors.md": await errorsPage(),
  "docs/event-types.md": await eventsPage(),
  "client/schema.ts": await clientTypes(openapi),
  "ARCHITECTURE.md": withMap(readFileSync("ARCHITECTURE.md", "utf8"), readImports(root)),
};
const stale = [];
for (const [file, text] of Object.entries(files)) {
  const wanted = file.endsWith(".md") ? text : await formatted(file, text);
  if (currentText(file) === wanted) continue;
  stale.push(file);
  if (!process.argv.includes("--check")) writeFileSync(file, wanted);
}
if (process.argv.includes("--check")) {
  if (stale.length > 0)
    fail(`Not what the code says: ${stale.join(", ")}. Run "npm run generate".`);
} else {
  say(stale.length > 0 ? `Wrote ${stale.join(", ")}.` : "Everything generated is up to date.");
}

/** From a whole server on a database of its own: whatever route it has is in the document. */
async function readOpenApi() {
  const [{ readConfig }, { openDatabase }, { createLog }, { migrate }, { makeServer }] =
    await Promise.all([
      import("../src/infra/config.ts"),
      import("../src/infra/database.ts"),
      import("../src/infra/log.ts"),
      import("../src/infra/migrate.ts"),
      import("../src/server.ts"),
    ]);
  const folder = mkdtempSync(join(tmpdir(), "turnkeeper-generate-"));
  const log = createLog("silent");
  const config = readConfig({ DATA_DIR: folder, TURNKEEPER_MASTER_KEY: "m".repeat(32) }, root);
  const database = await openDatabase(config, log, () => {});
  try {
    await migrate(database.pool);
    const server = await makeServer({ config, log, database });
    await server.app.ready();
    const document = server.app.swagger();
    await server.close();
    return document;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function catalogue() {
  const [{ Catalogue }, { declared }] = await Promise.all([
    import("../src/http/catalogue.ts"),
    import("../src/declared.ts"),
  ]);
  return new Catalogue(declared);
}

async function errorsPage() {
  const { codeGroups } = await catalogue();
  const groups = codeGroups.map(({ title, codes }) => {
    const rows = Object.entries(codes).map(
      ([code, { status, title: meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
    );
    return `## ${title}\n\n| code | status | meaning |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Error codes

<!-- Generated from what the parts of the server declare by "npm run generate". -->

Every error is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\` and
\`code\`. The code never changes its meaning; \`title\` and \`detail\` are for people and may be reworded.
\`INVALID\` lists the wrong fields in \`errors\`, each with \`field\` and \`message\`; \`WRONG_STATE\` says in
\`ticketStatus\` where the ticket is. \`RATE_LIMITED\` and every 503 come with a \`Retry-After\` header.

${groups.join("\n")}`;
}

async function eventsPage() {
  const { events } = await catalogue();
  const families = events.map(({ word, scope, types }) => {
    const rows = Object.entries(types).map(([type, says]) => `| \`${word}.${type}\` | ${says} |`);
    return `## ${word}\n\nSeen with the scope \`${scope}\`.\n\n| type | says |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Types of events

<!-- Generated from what the parts of the server declare by "npm run generate". -->

What \`GET /v1/events\` tells, and what consumers follow: see [Following what happens](guides/events.md).

${families.join("\n")}`;
}

async function clientTypes(document) {
  const { default: openapiTypes, astToString } = await import("openapi-typescript");
  const types = astToString(await openapiTypes(document, { defaultNonNullable: false }));
  const codes = Object.keys((await catalogue()).codes).map((code) => JSON.stringify(code));
  return `// Generated from the server's OpenAPI document and error catalogue by "npm run generate".

${types}
export type ErrorCode = ${codes.join(" | ")};
`;
}

async function formatted(file, text) {
  const { format } = await import("oxfmt");
  const { printWidth } = JSON.parse(readFileSync(".oxfmtrc.json", "utf8"));
  const { code, errors } = await format(file, text, { printWidth });
  if (errors.length > 0) fail(`${file} cannot be formatted: ${errors[0].message}`);
  return code;
}

function currentText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
