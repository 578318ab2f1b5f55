// npm run rotate-keys: a new master key for what is sealed in the database, while servers run.
import { installPackages, runTypeScript } from "./setup.mjs";

await installPackages();
process.exit(await runTypeScript("src/main.ts", ["rotate-keys"]));
