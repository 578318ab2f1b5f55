// Loaded before a server: its clock can be moved while it runs, as a bad time server or an operator
// would. The one that started the process says by how much. Timers are not moved: they never are.

const real = globalThis.Date;
let shiftMs = 0;

class MovedDate extends real {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(real.now() + shiftMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return real.now() + shiftMs;
  }
}

globalThis.Date = MovedDate as DateConstructor;

process.on("message", (message: { shiftMs?: number }) => {
  if (typeof message.shiftMs === "number") shiftMs = message.shiftMs;
});
// A listener must not keep the process from ending.
process.channel?.unref();
