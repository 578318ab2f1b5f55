// npm run simulate [-- --minutes M] [--seed N]: plays simulated histories of servers, a database, a network
// and faults, a minute of them; with a seed that one alone, step by step.
import { installPackages, runTypeScript } from "./setup.mjs";

await installPackages();
process.exit(await runTypeScript("simulator/main.ts", process.argv.slice(2)));
