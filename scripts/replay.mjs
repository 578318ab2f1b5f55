// npm run replay -- NAME: a consumer of the log of events starts anew, while servers run.
import { installPackages, runTypeScript } from "./setup.mjs";

await installPackages();
process.exit(await runTypeScript("src/main.ts", ["replay", ...process.argv.slice(2)]));
