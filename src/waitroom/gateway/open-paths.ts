// Which paths of a protected site need no session. A site may read a path differently from us: it may
// merge slashes, resolve dots, decode twice, or cut off what follows a semicolon. So a path is open only
// when every server reads it the same way; all others need a session. The gate in client/ has the same
// rule, and one test holds both to it.

/** Begins with one of the open paths, and can be read in one way only. */
export function isOpenPath(url: string, open: readonly string[]): boolean {
  const path = url.split(/[?#]/, 1)[0]!;
  return isUnambiguous(path) && open.some((start) => path.startsWith(start));
}

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
