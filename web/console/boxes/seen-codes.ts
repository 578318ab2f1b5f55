// A code held before the camera is read many times a second and means one thing. Taken away and shown
// again, as after an undo, it is meant again.

const goneAfterMs = 1_500;

export class SeenCodes {
  #last = "";
  #seenAt = Number.NEGATIVE_INFINITY;

  isNew(code: string, now: number): boolean {
    const isNew = code !== this.#last || now - this.#seenAt > goneAfterMs;
    this.#last = code;
    this.#seenAt = now;
    return isNew;
  }
}
