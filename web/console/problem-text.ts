import { asProblem } from "../../client/transport/problem.ts";
import { problems } from "./messages.ts";

/** A refusal in words for the person at the screen. */
export function sayProblem(error: unknown): string {
  const problem = asProblem(error);
  const field = problem.fields[0];
  if (field) return `${field.field}: ${field.message}`;
  return problems[problem.code] ?? problem.detail;
}

/** The server's objections, by field, for a form to show beside each. */
export function fieldProblems(error: unknown): Record<string, string> {
  if (!error) return {};
  return Object.fromEntries(asProblem(error).fields.map(({ field, message }) => [field, message]));
}
