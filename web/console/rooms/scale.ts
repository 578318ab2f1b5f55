// Sliders over several powers of ten: each step is a round number, about a fifth more than the last.

const within = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

export function roundSteps(from: number, to: number): number[] {
  const steps: number[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
    for (const digit of within) {
      const value = Number((digit * 10 ** power).toPrecision(2));
      if (value >= from && value <= to) steps.push(value);
    }
  }
  return steps;
}

/** Whole numbers of people: no 1.2 of them. */
export function wholeSteps(from: number, to: number): number[] {
  return roundSteps(from, to).filter((value) => Number.isInteger(value));
}

export function nearestStep(steps: readonly number[], value: number): number {
  let nearest = 0;
  for (const [i, step] of steps.entries()) {
    if (Math.abs(step - value) < Math.abs(steps[nearest]! - value)) nearest = i;
  }
  return nearest;
}
