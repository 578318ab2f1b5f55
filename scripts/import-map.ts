// The map in ARCHITECTURE.md, drawn from the imports of src/. Folders are its parts; the files beside
// them are one part, the server. An arrow that follows from others is left out, so that it can be read.

import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** Which parts each part imports. */
export type Imports = Map<string, Set<string>>;

const top = "server";
const marks = { begin: "<!-- map: begin -->", end: "<!-- map: end -->" };

export function readImports(root: string): Imports {
  const imports: Imports = new Map();
  for (const file of globSync("src/**/*.ts", { cwd: root })) {
    if (file.endsWith(".test.ts")) continue;
    const from = partOf(file);
    const known = imports.get(from) ?? new Set();
    imports.set(from, known);
    const text = readFileSync(join(root, file), "utf8");
    for (const [, path] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)) {
      const to = partOf(posix.join(dirname(file), path!));
      if (to !== from) known.add(to);
    }
  }
  return imports;
}

function partOf(file: string): string {
  const [, folder, inside] = file.split("/");
  return inside === undefined ? top : folder!;
}

/** The document with the map that the imports give. */
export function withMap(document: string, imports: Imports): string {
  const begin = document.indexOf(marks.begin);
  const end = document.indexOf(marks.end);
  if (begin < 0 || end < begin) throw new Error(`There is no ${marks.begin} … ${marks.end}`);
  return `${document.slice(0, begin + marks.begin.length)}\n${draw(imports)}\n${document.slice(end)}`;
}

function draw(imports: Imports): string {
  const arrows = [...imports.keys()].flatMap((from) =>
    directly(imports, from).map((to) => `  ${from} --> ${to}`),
  );
  return ["```mermaid", "flowchart TD", ...arrows.toSorted(), "```"].join("\n");
}

/** The parts it imports, without those that it also reaches through another. */
function directly(imports: Imports, from: string): string[] {
  const all = [...(imports.get(from) ?? [])];
  return all.filter((to) => !all.some((by) => by !== to && reach(imports, by).has(to)));
}

function reach(imports: Imports, from: string, path: readonly string[] = []): Set<string> {
  if (path.includes(from)) throw new Error(`A circle: ${[...path, from].join(" → ")}`);
  const next = [...(imports.get(from) ?? [])];
  return new Set(next.flatMap((to) => [to, ...reach(imports, to, [...path, from])]));
}
