// npm run bench -- availability: ninety days of slots of a busy doctor in one question, beside asking
// day by day, and beside the time of the smallest request. --quick only shows that everything runs.

import { openBusyDoctor } from "./availability/busy-doctor.ts";
import { computing, oneQuestion } from "./availability/one-question.ts";
import { figuresTable, findingsTable, verdict, type Part } from "./report.ts";
import { startServers } from "./servers.ts";

const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 5;
const progress = (text: string) => console.log(text);
const servers = await startServers(progress);
const parts: Part[] = [];
try {
  const doctor = await openBusyDoctor(await servers.database("availability"), progress);
  parts.push(await oneQuestion(doctor, rounds, progress));
  parts.push(await computing(doctor, rounds, progress));
  await doctor.close();
} finally {
  await servers.stop();
}
const findings = parts.flatMap((part) => part.findings);
const said = verdict("availability", findings);
console.log(`\n${figuresTable(parts.flatMap((part) => part.measured))}`);
console.log(`\n${findingsTable(findings)}`);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);
