/** @jsxImportSource preact */
// The offer to be called by sound: browsers allow that only after a tap.

import { useEffect, useState } from "preact/hooks";
import { keepAwake, shake } from "./attention.ts";
import { allowSound, chime } from "./chime.ts";

interface AlertProps {
  words: { keepOpen: string; soundOn: string; soundIsOn: string; soundTest: string };
}

export function Alert({ words: text }: AlertProps) {
  const [on, setOn] = useState(false);
  useEffect(() => (on ? keepAwake() : undefined), [on]);
  const turnOn = async () => {
    await allowSound();
    chime();
    shake(120);
    setOn(true);
  };
  return (
    <section class="alert">
      <p>{text.keepOpen}</p>
      {on ? (
        <p class="on" aria-live="polite">
          {text.soundIsOn}{" "}
          <button type="button" class="link" onClick={() => chime()}>
            {text.soundTest}
          </button>
        </p>
      ) : (
        <button type="button" class="second" onClick={() => void turnOn()}>
          {text.soundOn}
        </button>
      )}
    </section>
  );
}
