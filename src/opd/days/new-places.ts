// Where a patient of an absent doctor could go: the nearest free place of a day with one of the chosen doctors. Pure.

export interface Target {
  doctorId: string;
  date: string;
  start: number;
  end: number;
  /** Minutes into the day, at the doctor's. */
  minuteOfDay: number;
  /** How many more it takes, of others and of emergencies. */
  open: number;
  openToEmergencies: number;
}

export interface Wanted {
  isEmergency: boolean;
  /** Of the slot that they had. */
  minuteOfDay: number;
  /** Not with this doctor on that date: they have another token then. */
  mayHave(target: Target): boolean;
}

/** Where two are equally near, the earlier one, and then the doctor who was named first. */
export function nearestPlace(
  targets: readonly Target[],
  doctorIds: readonly string[],
  { isEmergency, minuteOfDay, mayHave }: Wanted,
): Target | null {
  const distance = (target: Target) => Math.abs(target.minuteOfDay - minuteOfDay);
  const [nearest] = targets
    .filter(({ open, openToEmergencies }) => (isEmergency ? openToEmergencies : open) > 0)
    .filter(mayHave)
    .toSorted(
      (a, b) =>
        distance(a) - distance(b) ||
        a.start - b.start ||
        doctorIds.indexOf(a.doctorId) - doctorIds.indexOf(b.doctorId),
    );
  return nearest ?? null;
}

/** One of its places is spoken for: the reserve stays kept for the next emergency. */
export function oneLess(target: Target): void {
  target.open -= 1;
  target.openToEmergencies -= 1;
}
