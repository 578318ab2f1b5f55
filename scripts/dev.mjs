// npm run dev: the server and the pages, both anew after every change.
import { installPackages, newNode, root, runProgram } from "./setup.mjs";
import { join } from "node:path";

await installPackages();
const vite = join(root, "node_modules/vite/bin/vite.js");
const codes = await Promise.all([
  runProgram(newNode(), ["--watch-path=src", "--watch-path=migrations", "src/main.ts"]),
  runProgram(newNode(), [vite, "build", "--watch", "--logLevel", "warn"]),
]);
process.exit(codes.find((code) => code !== 0) ?? 0);
