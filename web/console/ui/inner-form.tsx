// A form that may stand inside another one. HTML has no forms within forms: the outer one would be sent with
// the inner one's button, or with Enter in one of its fields. So this is none for the browser, but checks its
// fields and is sent as one.

import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { common } from "../messages.ts";
import { Button } from "./button.tsx";

interface InnerFormProps {
  label: string;
  /** On the button that sends it. */
  action: string;
  onSend(): void;
  onCancel(): void;
  children: ReactNode;
}

export function InnerForm({ label, action, onSend, onCancel, children }: InnerFormProps) {
  const root = useRef<HTMLDivElement>(null);

  function send() {
    const fields = [...(root.current?.querySelectorAll("input, textarea, select") ?? [])];
    if (fields.every((field) => (field as HTMLInputElement).reportValidity())) onSend();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    send();
  }

  return (
    // The keys are those of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      role="form"
      aria-label={label}
      className="grid gap-3 rounded-xl border border-edge p-4"
      onKeyDown={onKeyDown}
    >
      <h3 className="text-lg font-bold">{label}</h3>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onPress={onCancel}>{common.cancel}</Button>
        <Button look="main" onPress={send}>
          {action}
        </Button>
      </div>
    </div>
  );
}
