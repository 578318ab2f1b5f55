// The worker that keeps the page of a reservation on the phone: in a cellar without a network the code
// has to come up after a reload, too. The network goes first, so that nobody sees an old version while
// there is one. What the page shows then, it keeps itself; here are only its own files.

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Told extends Extendable {
  data: unknown;
}

interface Worker {
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: Extendable) => void): void;
  addEventListener(type: "message", listener: (event: Told) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}

const worker = self as unknown as Worker;
const place = "turnkeeper.reservations";
const maxKept = 80;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

// The first visit was loaded before there was a worker: the page says what it is made of.
worker.addEventListener("message", (event) => {
  const files = Array.isArray(event.data) ? (event.data as string[]) : [];
  event.waitUntil(keep(files.filter((file) => file.startsWith("/"))));
});

async function keep(files: string[]): Promise<void> {
  const cache = await caches.open(place);
  await cache.addAll(files);
  const known = await cache.keys();
  const old = known.slice(0, Math.max(0, known.length - maxKept));
  await Promise.all(old.map((request) => cache.delete(request)));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
});

async function networkFirst(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(pathname);
    if (kept) return kept;
    throw error;
  }
}

/** The name of an asset changes with its content. */
async function keptFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
