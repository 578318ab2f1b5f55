// What a benchmark says at its end: a table for people, and one last line of JSON for machines.
// A target is written down next to the ratio it judges; one that is missed fails the run.

import type { Measured } from "./harness.ts";

export type Bound = { atLeast: number } | { atMost: number } | { below: number };

export interface Finding {
  /** Name in the JSON line. */
  name: string;
  /** What it says, for the table. */
  says: string;
  ratio: number;
  target: Bound;
}

/** One part of a benchmark: what it measured, and what that says about the targets. */
export interface Part {
  measured: readonly Measured[];
  findings: readonly Finding[];
}

export interface Verdict {
  bench: string;
  ratios: Record<string, number>;
  targets: Record<string, Bound>;
  missed: string[];
}

export function verdict(bench: string, findings: readonly Finding[]): Verdict {
  return {
    bench,
    ratios: Object.fromEntries(findings.map((f) => [f.name, rounded(f.ratio)])),
    targets: Object.fromEntries(findings.map((f) => [f.name, f.target])),
    missed: findings.filter((f) => !meets(f.ratio, f.target)).map((f) => f.name),
  };
}

// Written so that a ratio that could not be computed (NaN) never meets its target.
export function meets(ratio: number, target: Bound): boolean {
  if ("atLeast" in target) return ratio >= target.atLeast;
  if ("atMost" in target) return ratio <= target.atMost;
  return ratio < target.below;
}

export function figuresTable(rows: readonly Measured[]): string {
  return table(
    ["measured", "per second", "p50 ms", "p95 ms", "p99 ms"],
    rows.map(({ what, figures }) => [
      what,
      Math.round(figures.perSecond).toLocaleString("en-US"),
      figures.p50.toFixed(2),
      figures.p95.toFixed(2),
      figures.p99.toFixed(2),
    ]),
  );
}

export function findingsTable(findings: readonly Finding[]): string {
  return table(
    ["ratio", "seen", "target", ""],
    findings.map((finding) => [
      finding.says,
      finding.ratio.toFixed(2),
      boundText(finding.target),
      meets(finding.ratio, finding.target) ? "met" : "MISSED",
    ]),
  );
}

function boundText(bound: Bound): string {
  if ("atLeast" in bound) return `at least ${bound.atLeast}`;
  if ("atMost" in bound) return `at most ${bound.atMost}`;
  return `below ${bound.below}`;
}

/** First column to the left, the figures to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
