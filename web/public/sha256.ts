// SHA-256 of a short text, for the waiting room's calculation. Not crypto.subtle: it answers one hash
// at a time through a promise, which is many times slower than the hash, and plain http has none.

const constants = new Uint32Array(64);
const start = new Uint32Array(8);

// The first bits of the fractions of the square and cube roots of the first primes.
let found = 0;
for (let n = 2; found < 64; n++) {
  let isPrime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
  if (!isPrime) continue;
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32;
  if (found < 8) start[found] = fraction(Math.sqrt(n));
  constants[found++] = fraction(Math.cbrt(n));
}

const schedule = new Uint32Array(64);
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The hash as eight words. ASCII only. */
export function sha256Words(text: string): Uint32Array {
  const length = text.length;
  const blocks = (length + 72) >> 6;
  const words = new Uint32Array(blocks * 16);
  for (let i = 0; i < length; i++) words[i >> 2]! |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  words[length >> 2]! |= 0x80 << (24 - (length & 3) * 8);
  words[words.length - 1] = length * 8;
  const hash = start.slice();
  for (let block = 0; block < blocks; block++) {
    schedule.set(words.subarray(block * 16, block * 16 + 16));
    for (let i = 16; i < 64; i++) {
      const [a, b] = [schedule[i - 15]!, schedule[i - 2]!];
      const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      schedule[i] = schedule[i - 16]! + small + schedule[i - 7]! + large;
    }
    mix(hash);
  }
  return hash;
}

function mix(hash: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[i]! + schedule[i]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) hash[i]! += mixed[i]!;
}
