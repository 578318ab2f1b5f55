// The waiting room in the browser: looks again every few seconds, puts the sentences where they
// belong, and goes on when it is this visitor's turn. A lost network or a sleeping phone only delays
// the next look; the place is known by its cookie, so a reload changes nothing.

import "./room.css";
import type { RoomMoment } from "./room-view.ts";

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const { nowUrl, moment: first } = JSON.parse(find("#data").textContent) as {
  nowUrl: string;
  moment: RoomMoment;
};
const root = find(".room");

const patienceMs = 10_000;
const longestPauseMs = 60_000;
const sayEveryMs = 60_000;

interface FromWorker {
  tick?: number;
  seed?: string;
  nonce?: string;
}

let kind = "";
let failures = 0;
let away = false;
let looking = false;
let wantsAnother = false;
let wanted = 0;
let saidAt = 0;
let proof = "";

// Timers of a page in the background are slowed down to one a minute; those of a worker are not.
const worker = new Worker(new URL("./room-worker.ts", import.meta.url), { type: "module" });
worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
  if (data.tick === wanted) void look();
  if (data.nonce === undefined) return;
  proof = `&seed=${encodeURIComponent(data.seed!)}&nonce=${data.nonce}`;
  void look();
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
const tell = (task: object) => worker.postMessage(task);

async function look(): Promise<void> {
  if (looking) {
    wantsAnother = true; // what is on its way may be from before
    return;
  }
  looking = true;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patienceMs);
  try {
    const answer = await fetch(nowUrl + proof, { signal: stop.signal, cache: "no-store" });
    if (!answer.ok) throw await refusalOf(answer);
    failures = 0;
    away = false;
    proof = "";
    show((await answer.json()) as RoomMoment);
  } catch (error) {
    failures += 1;
    const { code, askedMs = 0 } = error as Partial<Refusal>;
    away = code === "DATABASE_AWAY";
    // Spread, so that a server that comes back is not met by everybody at once.
    const step = Math.min(longestPauseMs, 2_000 * 2 ** failures);
    later(Math.max(askedMs, step / 2) + (Math.random() * step) / 2);
  }
  clearTimeout(timer);
  looking = false;
  if (wantsAnother) {
    wantsAnother = false;
    later(0);
  }
  find("[data-lost]").hidden = away || failures < 2;
  find("[data-away]").hidden = !away;
}

interface Refusal {
  code?: string;
  /** How long the server wants to be left alone. */
  askedMs: number;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
  return { ...(code && { code }), askedMs: Number(answer.headers.get("retry-after")) * 1_000 };
}

function later(ms: number): void {
  wanted += 1;
  tell({ tick: wanted, ms });
}

function show(moment: RoomMoment): void {
  if (moment.goTo) {
    location.replace(moment.goTo);
    later(patienceMs); // in case the site does not answer
    return;
  }
  for (const [name, text] of Object.entries(moment.slots)) {
    const slot = find(`[data-slot="${name}"]`);
    if (slot.textContent !== text) slot.textContent = text;
    const part = document.querySelector<HTMLElement>(`[data-part="${name}"]`) ?? slot;
    part.hidden = text === "";
  }
  const bar = find("[data-progress]") as HTMLProgressElement;
  bar.hidden = moment.progress === null;
  bar.value = moment.progress ?? 0;
  document.title = moment.title;
  say(moment);
  kind = moment.kind;
  root.dataset["kind"] = kind;
  find('[data-part="onward"]').hidden = kind !== "active";
  find('[data-part="leave"]').hidden = !/before|waiting|paused|active/.test(kind);
  countTo(moment.opensAt);
  if (moment.challenge) tell(moment.challenge);
  else if (moment.pollSeconds > 0) later(moment.pollSeconds * 1_000 * (0.9 + Math.random() / 5));
}

/** For those who listen: what is new at once, how far it is once a minute. */
function say({ kind: now, slots }: RoomMoment): void {
  if (now === kind && Date.now() - saidAt < sayEveryMs) return;
  if (kind !== "")
    find("[data-say]").textContent = [slots.heading, slots.ahead, slots.wait].join(". ");
  saidAt = Date.now();
}

let counting = 0;
function countTo(opensAt: string | null): void {
  clearInterval(counting);
  const clock = find("[data-countdown]");
  clock.hidden = opensAt === null;
  if (opensAt === null) return;
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((Date.parse(opensAt) - Date.now()) / 1_000));
    const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
    clock.textContent = `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  };
  tick();
  counting = setInterval(tick, 1_000) as unknown as number;
}

/** After sleep, a cut, or when the browser shows a page that it had kept. */
const wake = () => document.visibilityState === "visible" && void look();
document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("pageshow", ({ persisted }) => persisted && void look());
show(first);
