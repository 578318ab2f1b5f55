// Handing over: a code is scanned or typed, and the answer is large enough to be read at arm's length.
// On a phone it sits at the thumb.

import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { Merchant } from "../../wire/boxes.ts";
import { Button } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { boxesApi } from "./boxes-api.ts";
import { codeIn, codeLength } from "./code-text.ts";
import { pickup as text } from "./messages.ts";
import { Given, Refused } from "./pickup-answer.tsx";
import { canScan, Scanner } from "./scanner.tsx";

export function PickupPanel({ merchant }: { merchant: Merchant }) {
  const [code, setCode] = useState("");
  const [scanning, setScanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const pickUp = useMutation({
    mutationFn: (typed: string) => boxesApi.pickUp(merchant.id, typed),
    onSuccess: () => {
      setCode("");
      shake(80);
    },
    onError: () => shake([60, 60, 60]),
  });

  function hand(typed: string) {
    const wanted = codeIn(typed);
    if (wanted === "" || pickUp.isPending) return;
    pickUp.mutate(wanted);
  }

  function type(typed: string) {
    const cleaned = codeIn(typed).slice(0, codeLength);
    setCode(cleaned);
    if (cleaned.length === codeLength && cleaned !== code) hand(cleaned);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    hand(code);
  }

  function next() {
    pickUp.reset();
    setCode("");
    if (!scanning) input.current?.focus();
  }

  const stop = () => {
    setScanning(false);
    input.current?.focus();
  };
  return (
    <section aria-labelledby="hand-over" className="grid gap-3">
      <h2 id="hand-over" className="text-xl font-bold max-lg:sr-only">
        {text.title}
      </h2>
      <div role="alert" className="empty:hidden">
        {pickUp.isSuccess && <Given key={pickUp.data.id} reservation={pickUp.data} onDone={next} />}
        {pickUp.isError && (
          <Refused
            error={pickUp.error}
            code={pickUp.variables}
            timezone={merchant.timezone}
            onDone={next}
          />
        )}
      </div>
      {scanning && <Scanner onCode={hand} />}
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField value={code} onChange={type} className="grid min-w-0 flex-1 gap-1.5">
          <Label className="font-semibold max-lg:sr-only">{text.code}</Label>
          <Input
            ref={input}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            enterKeyHint="go"
            placeholder={text.code}
            className={`${inputClass} min-h-14 text-2xl font-bold tracking-widest uppercase placeholder:text-base placeholder:font-normal placeholder:tracking-normal placeholder:normal-case`}
          />
        </TextField>
        {canScan() && (
          <Button
            look="main"
            className="min-h-14 px-5 text-lg"
            onPress={() => (scanning ? stop() : setScanning(true))}
          >
            <Icon name={scanning ? "close" : "scan"} />
            {scanning ? text.stop : text.scan}
            {scanning && <span className="sr-only"> {text.theCamera}</span>}
          </Button>
        )}
      </form>
      <p className="text-sm text-soft max-lg:hidden">{text.hint}</p>
    </section>
  );
}

/** Felt without looking; not every device can. */
function shake(pattern: number | number[]): void {
  navigator.vibrate?.(pattern);
}
