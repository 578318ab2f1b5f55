// What is kept of an answer with its Idempotency-Key. The key comes again with the same request
// again, so what the request says need not be kept: of a token's answer that is more than half, and a
// name that was typed in is not written down twice.

/**
 * What a request says of its answer. All fields, in the order in which the answer has them, so that it
 * is the same to the letter when it is put together again; undefined: it does not say.
 */
export type PredictedAnswer<Answer> = {
  readonly [Field in keyof Answer]: Answer[Field] | undefined;
};

/** The rest of the answer, as text. */
export function storedAnswer(answer: object, usual: object | undefined): string {
  if (!usual) return JSON.stringify(answer);
  const said = answer as Record<string, unknown>;
  const expected = usual as Record<string, unknown>;
  const rest: Record<string, unknown> = {};
  for (const field in said) if (said[field] !== expected[field]) rest[field] = said[field];
  return JSON.stringify(rest);
}

/** The answer again. One that was kept as a whole is as it was. */
export function replayedAnswer(kept: object, usual: object | undefined): object {
  return usual ? { ...usual, ...kept } : kept;
}
