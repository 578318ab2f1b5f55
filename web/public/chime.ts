// Two soft bell tones, made in the browser so that no sound file has to load. Browsers allow sound
// only after a tap, so a page asks for one and keeps the audio context from then on.

let audio: AudioContext | null = null;

/** Call from a tap or key press. */
export async function allowSound(): Promise<boolean> {
  try {
    audio ??= new AudioContext();
    if (audio.state !== "running") await audio.resume();
  } catch {
    return false;
  }
  return audio.state === "running";
}

/** True where the browser needs no tap, as on a TV started in kiosk mode. */
export function soundAllowedAlready(): boolean {
  try {
    audio ??= new AudioContext();
  } catch {
    return false;
  }
  return audio.state === "running";
}

export function chime(times = 1): void {
  if (!audio) return;
  // A phone suspends the context while it sleeps.
  if (audio.state !== "running") void audio.resume();
  for (let time = 0; time < times; time += 1) {
    const start = audio.currentTime + 0.05 + time * 1.6;
    tone(audio, 784, start);
    tone(audio, 587, start + 0.45);
  }
}

export const chimeMs = 1_500;

function tone(context: AudioContext, hertz: number, start: number): void {
  const gain = context.createGain();
  gain.connect(context.destination);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.35, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 1.1);
  for (const [overtone, share] of [
    [1, 1],
    [2, 0.18],
    [3, 0.06],
  ] as const) {
    const source = context.createOscillator();
    const level = context.createGain();
    level.gain.value = share;
    source.frequency.value = hertz * overtone;
    source.connect(level).connect(gain);
    source.start(start);
    source.stop(start + 1.15);
  }
}
