// What the shop page and a reservation both say. To translate: give this file in another language.

export const today = "today";
export const tomorrow = "tomorrow";

export const boxesText = (count: number, title: string) =>
  count === 1 ? title : `${count} × ${title}`;
