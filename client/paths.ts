// A site may read a path differently from the gate: it may merge slashes, resolve dots, decode twice, or
// cut off what follows a semicolon. Only what every server reads the same way can be excepted from the
// gate. Turnkeeper's proxy has the same rule, and one test holds both to it.

export function isUnambiguous(path: string): boolean {
  const decoded = decodedOf(path);
  if (decoded === null || !path.startsWith("/")) return false;
  // A slash or a percent sign that only shows once it is decoded.
  if (/%(2f|25)/i.test(path)) return false;
  return !/\/\/|\\|;|\/\.{1,2}(\/|$)|\p{Cc}/u.test(decoded);
}

/** As the most lenient server would read it; null for what cannot be decoded. */
function decodedOf(path: string): string | null {
  try {
    // Some turn ． and ／ into what they look like.
    return decodeURIComponent(path).normalize("NFKC");
  } catch {
    return null;
  }
}
