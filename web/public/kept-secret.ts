/** From the address; a link that lost it still works on the phone that has been here before. */
export function keptSecret(place: string): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  try {
    if (fragment === "") return localStorage.getItem(place) ?? "";
    localStorage.setItem(place, fragment);
  } catch {
    // Storage may be refused: the address carries it.
  }
  return fragment;
}
