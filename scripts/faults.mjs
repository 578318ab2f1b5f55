// npm run faults [-- --long] [--seed N] [--only part-of-a-fault's-name] [--rounds N]: installs what it
// needs, then breaks everything that can break while people use it, and judges what is left.
import { buildPages, installPackages, installPrograms, runTypeScript } from "./setup.mjs";

await installPackages();
await installPrograms(["redis-server"]);
await buildPages();
process.exit(await runTypeScript("faults/main.ts", process.argv.slice(2)));
