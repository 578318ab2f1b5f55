// "DEMO-000123" is exact but slow to read across a room: people look for 123. The pages set the
// prefix and the leading zeros quieter than the digits that differ. A number that was brought along from a
// doctor, "R-12", is short, and differs in its letters, too.

export interface NumberParts {
  prefix: string;
  zeros: string;
  digits: string;
}

export function partsOf(number: string): NumberParts {
  const match = /^(.*?)(?=\d{6})(0*)(\d+)$/.exec(number);
  if (!match) return { prefix: "", zeros: "", digits: number };
  return { prefix: match[1] ?? "", zeros: match[2] ?? "", digits: match[3] ?? "" };
}

/** As a voice says it: "DEMO 123", the prefix letter by letter when it is no word. */
export function spoken(number: string): string {
  const [, prefix = "", digits = number] = /^(.*?)0*(\d+)$/.exec(number) ?? [];
  const letters = prefix.replace(/[^\p{L}\d]+/gu, " ").trim();
  const readable = /[aeiouy]/i.test(letters) && letters.length > 2;
  const said = readable ? letters.toLowerCase() : letters.split("").join(" ");
  return `${said} ${digits}`.trim();
}
