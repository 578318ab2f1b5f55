// A room's own colours. The operator picks an accent and a background; everything that has to be
// read on them is worked out here, so that no choice can make the page unreadable.

import type { RoomLook } from "./room-view.ts";

type Rgb = [number, number, number];

/** Pure: one of the two is readable on every colour, which is not so for softer ones. */
const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
/** WCAG AA for text. */
const readable = 4.5;

/** Rules that go into the page, or nothing where the room has no colours of its own. */
export function styleOf({ accent, background }: Pick<RoomLook, "accent" | "background">): string {
  const rules: [name: string, value: string][] = [];
  if (background) rules.push(...ground(parse(background)));
  if (accent) {
    const colour = parse(accent);
    rules.push(["accent", hex(colour)], ["on-accent", hex(inkOn(colour))]);
    rules.push(["accent-wash", "var(--sunk)"], ["on-wash", "var(--ink)"]);
  }
  if (rules.length === 0) return "";
  const scheme = background ? `color-scheme:${isDark(parse(background)) ? "dark" : "light"};` : "";
  const text = rules.map(([name, value]) => `--${name}:${value}`).join(";");
  // Three times :root, to win over the theme's rules for dark systems.
  return `:root:root:root{${scheme}${text}}`;
}

function ground(paper: Rgb): [string, string][] {
  const ink = inkOn(paper);
  const card = mix(paper, white, isDark(paper) ? 0.06 : 0.6);
  const soft = mix(ink, paper, 0.25);
  const isSoftReadable = contrast(soft, card) >= readable && contrast(soft, paper) >= readable;
  // On a middle grey a lighter card could take its ink's contrast away.
  const ownCard = contrast(ink, card) >= readable ? card : paper;
  return [
    ["paper", hex(paper)],
    ["card", hex(ownCard)],
    ["sunk", hex(contrast(ink, mix(paper, ink, 0.08)) >= readable ? mix(paper, ink, 0.08) : paper)],
    ["rule", hex(mix(paper, ink, 0.2))],
    ["ink", hex(ink)],
    ["soft", hex(isSoftReadable ? soft : ink)],
  ];
}

export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function inkOn(ground: Rgb): Rgb {
  return contrast(black, ground) >= contrast(white, ground) ? black : white;
}

const isDark = (colour: Rgb) => inkOn(colour) === white;

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, i) => Math.round(part + (other[i]! - part) * share)) as Rgb;
}

/** Settings are checked to be six digits; anything else is black rather than part of a style. */
export function parse(text: string): Rgb {
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1] ?? "000000";
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}

const hex = (colour: Rgb) =>
  `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
