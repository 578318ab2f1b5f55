// Every sentence of the waiting hall's screen. To translate: give this file in another language.

export const hall = {
  title: "Now being called",
  now: "Now",
  next: "Next",
  nobodyNow: "nobody is called",
  nobodyNext: "nobody",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  lost: "Reconnecting…",
  away: "We cannot reach our records now. Your place is safe.",
  missingTitle: "This board cannot be shown",
  missingText: "Its address names a doctor who does not exist. Make a new one at the reception.",
};
