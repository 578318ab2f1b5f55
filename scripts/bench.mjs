// npm run bench -- counter [--quick] [part …]: installs what it needs, then runs bench/<name>.ts.
import {
  buildPages,
  fail,
  filesBelow,
  installPackages,
  installPrograms,
  runTypeScript,
} from "./setup.mjs";

const [name, ...args] = process.argv.slice(2);
const names = filesBelow("bench")
  .map((file) => /^bench\/([\w-]+)\/.+\.ts$/.exec(file)?.[1])
  .filter((found, index, all) => found !== undefined && all.indexOf(found) === index);
if (!names.includes(name)) fail(`Which benchmark? npm run bench -- ${names.join(" | ")} [--quick]`);

await installPackages();
await installPrograms(["redis-server"]);
// Some start the whole server.
await buildPages();
process.exit(await runTypeScript(`bench/${name}.ts`, args));
