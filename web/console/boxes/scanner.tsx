// The camera, for as long as it is shown. Each code is told once, however long it is held there.

import { useEffect, useRef, useState } from "react";
import { pickup as text } from "./messages.ts";
import { makeReader } from "./read-codes.ts";
import { SeenCodes } from "./seen-codes.ts";

/** Cameras exist for pages that came over https, or from this computer. */
export const canScan = () => Boolean(navigator.mediaDevices?.getUserMedia);

const gapMs = 120;

interface ScannerProps {
  onCode(code: string): void;
}

export function Scanner({ onCode }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const tell = useRef(onCode);
  useEffect(() => {
    tell.current = onCode;
  }, [onCode]);

  useEffect(() => {
    const shown = video.current;
    if (!shown) return;
    let isOver = false;
    let camera: MediaStream | null = null;
    const seen = new SeenCodes();

    async function look(picture: HTMLVideoElement): Promise<void> {
      const asked = { video: { facingMode: "environment", width: { ideal: 1280 } } };
      camera = await navigator.mediaDevices.getUserMedia(asked);
      if (isOver) return stop();
      picture.srcObject = camera;
      await picture.play();
      const reader = await makeReader();
      while (!isOver) {
        const code = await reader.read(picture);
        if (code !== null && seen.isNew(code, Date.now()) && !isOver) tell.current(code);
        await new Promise((done) => setTimeout(done, gapMs));
      }
    }

    function stop(): void {
      for (const track of camera?.getTracks() ?? []) track.stop();
    }

    look(shown).catch((error: Error) => {
      stop();
      if (isOver) return;
      setTrouble(error.name === "NotAllowedError" ? text.cameraRefused : text.cameraMissing);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  if (trouble) {
    return (
      <p role="alert" className="rounded-xl bg-warn px-5 py-4 text-on-warn">
        {trouble}
      </p>
    );
  }
  return (
    <div className="relative overflow-hidden rounded-xl bg-black">
      <video
        ref={video}
        muted
        playsInline
        aria-label={text.camera}
        className="aspect-[4/3] max-h-[40dvh] w-full object-cover"
      />
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 m-auto aspect-square h-3/5 rounded-2xl border-4 border-white/85"
      />
    </div>
  );
}
