/** An IANA time zone. A bare offset such as +05:30 knows no daylight saving and is no place. */
export function isTimezone(name: string): boolean {
  try {
    return !/^[+-]\d/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
