// Beside the waiting room's page: a clock that keeps its pace in the background, and the small
// calculation that some rooms ask for before somebody may join.

import { sha256Words } from "./sha256.ts";

interface Task {
  tick?: number;
  ms?: number;
  seed?: string;
  bits?: number;
}

const post = self.postMessage.bind(self) as (message: object) => void;

self.addEventListener("message", ({ data }: MessageEvent<Task>) => {
  if (data.seed === undefined) {
    setTimeout(() => post({ tick: data.tick }), data.ms);
    return;
  }
  const { seed, bits = 0 } = data;
  for (let nonce = 0; ; nonce++) {
    // At most 24 bits are asked for: the first word is enough to tell.
    const zeros = Math.clz32(sha256Words(`${seed}.${nonce}`)[0]!);
    if (zeros >= bits) return post({ seed, nonce: String(nonce) });
  }
});
