// npm run fuzz -- [--seed 7] [--requests 500] [part of "GET /v1/…"]: the fuzz test of npm test, with
// another seed and for longer. Without a seed one is made up; it is printed, and gives the same again.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, requests: { type: "string", default: "200" } },
  allowPositionals: true,
});
process.env.FUZZ_SEED = values.seed ?? String(Math.floor(Math.random() * 1e9));
process.env.FUZZ_REQUESTS = values.requests;
process.env.FUZZ_PATH = positionals.join(" ");
const tests = new URL("./test.mjs", import.meta.url);
process.argv.splice(1, Infinity, fileURLToPath(tests), "test/fuzz/");
await import(tests);
