// What `vite build` wrote to dist/web: which files each entry needs, and the module that renders the public
// pages. It is read once at start; a missing build is an error that says what to run.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}

export interface EntryFiles {
  scripts: string[];
  preloads: string[];
  styles: string[];
}

export interface PublicQueue {
  id: string;
  name: string;
  state: "open" | "paused" | "closed";
  message: string | null;
  waiting: number;
  estimatedWait: { fromSeconds: number; toSeconds: number } | null;
}

/** Where the public asks for a time. */
export interface PublicBookingPage {
  id: string;
  title: string;
  organisation: string;
  minutes: number;
  timezone: string;
  open: boolean;
  message: string | null;
  resources: { id: string; name: string }[];
}

export interface RenderedPage {
  lang: string;
  dir: "ltr" | "rtl";
  title: string;
  body: string;
  noScript: string;
}

export interface RoomState {
  kind: string;
  roomName: string;
  language: string;
  page: {
    logo: string | null;
    accent: string | null;
    background: string | null;
    texts: Record<string, { title?: string | undefined; intro?: string | undefined }>;
  };
  opensAt: string | null;
  message: string | null;
  position: number | null;
  ahead: number | null;
  estimatedWait: { fromSeconds: number; toSeconds: number } | null;
  joinedAt: string | null;
  now: string;
  draw: { seedHash: string; seed: string | null } | null;
  pollSeconds: number;
  goTo: string | null;
  siteUrl: string;
  challenge: { seed: string; bits: number } | null;
}

/** dist/web/server/pages.mjs, built from web/public/server.tsx. */
export interface PublicViews {
  renderJoin(queue: PublicQueue): RenderedPage;
  renderTicket(): RenderedPage;
  renderBoard(queue: PublicQueue): RenderedPage;
  renderToken(): RenderedPage;
  renderHall(doctorIds: string[]): RenderedPage;
  renderShop(props: { shop: object; now: number; locale: string }): RenderedPage;
  renderReservation(): RenderedPage;
  renderRoom(
    state: RoomState,
    paths: { leave: string; again: string },
  ): RenderedPage & { moment: object; style: string };
  /** The room's sentences alone, for the page that is open already. */
  roomMoment(state: RoomState): object;
  chooseRoomLanguage(accepted: string | undefined, offered: readonly string[]): string;
  renderBooking(page: PublicBookingPage): RenderedPage;
  renderRequest(): RenderedPage;
  renderWait(): RenderedPage;
  renderNotFound(): RenderedPage;
  renderUnreachable(inRoom: boolean, accepted: string | undefined): Omit<RenderedPage, "noScript">;
}

export interface BuiltPages {
  filesOf(source: string): EntryFiles;
  views: PublicViews;
}

export async function readBuiltPages(distDir: string): Promise<BuiltPages> {
  const manifestFile = join(distDir, ".vite", "manifest.json");
  const manifest = await readFile(manifestFile, "utf8").then(
    (text) => JSON.parse(text) as Record<string, ManifestEntry>,
    () => {
      throw new Error(`The pages are not built: ${manifestFile} is missing. Run "npm run build".`);
    },
  );
  const module = pathToFileURL(join(distDir, "server", "pages.mjs")).href;
  const views = (await import(module)) as PublicViews;
  return { views, filesOf: (source) => filesOf(manifest, source) };
}

export function filesOf(manifest: Record<string, ManifestEntry>, source: string): EntryFiles {
  const entry = manifest[source];
  if (!entry) throw new Error(`The build has no entry ${source}. Run "npm run build".`);
  const chunks = new Map<string, ManifestEntry>();
  const gather = (names: string[] = []) => {
    for (const name of names) {
      const chunk = manifest[name];
      if (!chunk || chunks.has(name)) continue;
      chunks.set(name, chunk);
      gather(chunk.imports);
    }
  };
  gather(entry.imports);
  const preloads = [...chunks.values()].map((chunk) => `/${chunk.file}`);
  const styles = [...chunks.values(), entry].flatMap((chunk) => chunk.css ?? []);
  const isStyle = entry.file.endsWith(".css");
  return {
    scripts: isStyle ? [] : [`/${entry.file}`],
    preloads,
    styles: [...new Set(isStyle ? [entry.file, ...styles] : styles)].map((file) => `/${file}`),
  };
}
