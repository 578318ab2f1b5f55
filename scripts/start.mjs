// npm start: installs what it needs, then runs the server.
import { buildPages, installPackages, runTypeScript } from "./setup.mjs";

await installPackages();
await buildPages();
process.exit(await runTypeScript("src/main.ts"));
