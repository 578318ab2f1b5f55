// Asks the browser to keep this page and its files. Not every browser can, and none does over plain http.

export async function keepOffline(worker: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const { active, installing, waiting } = await navigator.serviceWorker.register(worker);
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"),
      )
      .map(({ pathname }) => pathname);
    (active ?? waiting ?? installing)?.postMessage([location.pathname, ...new Set(files)]);
  } catch {
    // Then a reload needs the network.
  }
}
