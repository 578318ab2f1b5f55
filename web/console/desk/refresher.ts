// Many changes at once need one look, not many: the first asks at once, the others are served by
// one more look after it. So the number of requests is bounded, and the last change is always seen.

export interface Refresher {
  ask(): void;
  stop(): void;
}

export function makeRefresher(look: () => Promise<unknown>, gapMs: number): Refresher {
  let resting = false;
  let asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    resting = true;
    asked = false;
    try {
      await look();
    } catch {
      // The page shows that the connection is lost, and asks again when it is back.
    }
    if (stopped) return;
    timer = setTimeout(() => {
      resting = false;
      if (asked) void run();
    }, gapMs);
  }

  return {
    ask() {
      asked = true;
      if (!resting && !stopped) void run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
