// This process's clock, set wrong by CLOCK_AHEAD_MS (negative: behind). What counts time goes on right.

const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);

if (ahead !== 0) {
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...given: [number | string | Date] | []) {
      super(...((given.length === 0 ? [Right.now() + ahead] : given) as [number]));
    }

    static override now(): number {
      return Right.now() + ahead;
    }
  } as DateConstructor;
}
