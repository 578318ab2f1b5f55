// What is kept of an answer with its Idempotency-Key. Whoever sends the key again sends the same request
// again, so what the request says need not be kept: of a token's answer that is more than half, and a
// name is not written down twice.

/** The rest of the answer. */
export function withoutUsual(answer: object, usual: object | undefined): object {
  if (!usual) return answer;
  const expected = usual as Record<string, unknown>;
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(answer)) {
    if (value !== expected[key] || !(key in expected)) rest[key] = value;
  }
  return rest;
}

/** The answer again. One that was kept as a whole is as it was. */
export function withUsual(kept: object, usual: object | undefined): object {
  return usual ? { ...usual, ...kept } : kept;
}
