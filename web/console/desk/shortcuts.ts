// Single keys for a whole shift at the desk. They never fire while somebody types, holds a key
// down, or has a dialog or menu open.

import { useEffect, useRef } from "react";

export type Shortcuts = Record<string, () => void>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (isTyping(event.target) || somethingIsOpen()) return;
      const run = current.current[keyOf(event)];
      if (!run) return;
      event.preventDefault();
      run();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** On a keyboard with another script the N key gives no "n": then its place counts. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  return code.startsWith("Key") ? code.slice(3).toLowerCase() : key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const fields = "input:not([type=checkbox], [type=radio]), textarea, select";
  return target.isContentEditable || target.closest(fields) !== null;
}

function somethingIsOpen(): boolean {
  return (
    document.querySelector(
      '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
