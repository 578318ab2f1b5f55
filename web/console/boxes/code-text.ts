// Pickup codes as people type them and scanners read them.

export const codeLength = 6;

/** Letters and digits alone, capitals: however it was typed or what a scanner added. */
export function codeIn(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
}

/** "K7P 3MX": in two halves, as one says it. */
export function spokenCode(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}
