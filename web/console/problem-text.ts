import { asProblem } from "../../client/transport/problem.ts";
import { fieldText, problems } from "./messages.ts";

/** A refusal in words for the person at the screen. */
export function sayProblem(error: unknown): string {
  const problem = asProblem(error);
  const field = problem.fields[0];
  if (field) return sentenceOf(field.field, field.message);
  return problems[problem.code] ?? problem.detail;
}

/** "patientId", "must be an id" as a person would say it: "Patient must be an id." */
export function sentenceOf(field: string, message: string): string {
  if (isAboutInput.test(message)) return fieldText.check(nameOf(field));
  return asSentence(goesOn.test(message) ? `${nameOf(field)} ${message}` : message);
}

// What the server's checks say by themselves is about its input, and means nothing to a person.
const isAboutInput = /^(Invalid|Too (small|big)|Unrecognized)/;
/** Its subject is the field. */
const goesOn = /^(must|is|has|needs|names?|lies|contains?|belongs|cannot|ends?|begins?)\b/;

function nameOf(field: string): string {
  const own = field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? field;
  const words = own
    .replace(/Ids?$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return fieldText.names[own] ?? asTitle(words);
}

const asTitle = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const asSentence = (words: string) =>
  /[.!?]$/.test(words) ? asTitle(words) : `${asTitle(words)}.`;

/** Its name stands above it. */
const besideField = (message: string) =>
  isAboutInput.test(message) ? fieldText.checkThis : asSentence(message);

/** The server's objections, by field, for a form to show beside each. */
export function fieldProblems(error: unknown): Record<string, string> {
  if (!error) return {};
  return Object.fromEntries(
    asProblem(error).fields.map(({ field, message }) => [field, besideField(message)]),
  );
}
