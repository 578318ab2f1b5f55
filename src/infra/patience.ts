// Waiting for an answer with a limit, by a clock that stands still whenever this process does: after a pause
// of its own, the process first reads what has arrived meanwhile.

const tickMs = 100;

/** Rejects with that error when the answer is not there in time. */
export function answerWithin<T>(
  answer: Promise<T>,
  withinMs: number,
  tooLate: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = Math.ceil(withinMs / tickMs);
    const tick = () => {
      left -= 1;
      if (left > 0) timer = setTimeout(tick, tickMs);
      else setImmediate(() => reject(tooLate()));
    };
    let timer = setTimeout(tick, tickMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
