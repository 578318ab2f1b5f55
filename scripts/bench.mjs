// npm run bench -- counter [--quick] [part …]: brings what is missing, then runs bench/<name>.ts.
import { spawnSync } from "node:child_process";
import {
  buildPages,
  fail,
  filesBelow,
  installPackages,
  runProgram,
  runTypeScript,
  say,
} from "./setup.mjs";

const [name, ...args] = process.argv.slice(2);
const names = filesBelow("bench")
  .map((file) => /^bench\/([\w-]+)\/.+\.ts$/.exec(file)?.[1])
  .filter((found, index, all) => found !== undefined && all.indexOf(found) === index);
if (!names.includes(name)) fail(`Which benchmark? npm run bench -- ${names.join(" | ")} [--quick]`);

await installPackages();
await installRedis();
// Some start the whole server.
await buildPages();
process.exit(await runTypeScript(`bench/${name}.ts`, args));

/** A peer needs it; no npm package ships a Redis server. */
async function installRedis() {
  const has = (program) => spawnSync("which", [program]).status === 0;
  if (has("redis-server")) return;
  const install = "apt-get install -y --no-install-recommends redis-server";
  if (process.getuid?.() !== 0 || !has("apt-get")) {
    fail(`The benchmark needs redis-server. On Debian: sudo ${install}`);
  }
  say("Installing redis-server …");
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const code = await runProgram("sh", ["-c", `apt-get update -qq && ${install} -qq`], quiet);
  if (code !== 0) fail("redis-server could not be installed; apt-get says why above.");
}
