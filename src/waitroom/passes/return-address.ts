// Where somebody goes after the room. Asked for in an address that anybody can write, so it is only
// ever a page of the site that the room stands in front of: otherwise our own link, with our name in
// it, would lead people to somebody else's.

const longest = 2_000;

/**
 * The page asked for, when it is one of the target's site; else the target itself. Parsed as browsers
 * parse it (backslashes, tabs and missing slashes included) and given back in its parsed form, so
 * that what was checked is what is opened.
 */
export function returnAddress(targetUrl: string, asked: string | null | undefined): string {
  const target = new URL(targetUrl);
  if (!asked || asked.length > longest) return target.href;
  const url = URL.parse(asked, target.href);
  if (!url || url.origin !== target.origin || !isWeb(url)) return target.href;
  if (url.username !== "" || url.password !== "") return target.href;
  return url.href;
}

/**
 * The site as its visitors know it: the target, unless we stand before it under a name of its own.
 * Then it is reached as we are ourselves, by scheme and port.
 */
export function siteOf(
  { targetUrl, hostName }: { targetUrl: string; hostName: string | null },
  publicUrl: string,
): string {
  if (hostName === null) return targetUrl;
  const { protocol, port } = new URL(publicUrl);
  const { pathname, search } = new URL(targetUrl);
  return `${protocol}//${hostName}${port === "" ? "" : `:${port}`}${pathname}${search}`;
}

/** The address with one more parameter, replacing one of that name which is there already. */
export function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  // By hand: searchParams would write the rest of the query anew, and a site may have signed it.
  const others = url.search
    .slice(1)
    .split("&")
    .filter((pair) => !pair.startsWith(`${name}=`));
  url.search = [...others, `${name}=${encodeURIComponent(value)}`].filter(Boolean).join("&");
  return url.href;
}

/** `blob:https://shop.example/…` has the origin of what is inside it. */
function isWeb({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "http:";
}
