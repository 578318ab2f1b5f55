// The doctor this desk worked for last. Storage may be refused: then it starts with the first one.

const place = "turnkeeper.doctor";

export function lastDoctor(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

export function rememberDoctor(id: string): void {
  try {
    localStorage.setItem(place, id);
  } catch {
    // Nothing is lost but a click tomorrow.
  }
}
