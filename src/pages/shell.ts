// The HTML around a page. Everything that comes from people is escaped here, in one place; data for
// the page's script goes into a data block, which a browser never runs.

export interface Shell {
  lang: string;
  /** Right-to-left languages set "rtl". */
  dir?: "ltr" | "rtl";
  theme?: "light" | "dark";
  title: string;
  /** Already HTML. */
  body: string;
  data?: unknown;
  noScript?: string;
  nonce?: string;
  publicUrl?: string;
  scripts: string[];
  preloads: string[];
  styles: string[];
  /** Rules of the page itself, let in by the nonce. Already CSS. */
  style?: string;
  /** Where it has no script, or they are off, the page is loaded again after so many seconds. */
  reloadSeconds?: number;
  /** From another address than its own. */
  reloadFrom?: string;
}

export function renderShell(shell: Shell): string {
  const theme = shell.theme ? ` data-theme="${shell.theme}"` : "";
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
    `<meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(shell.title)}</title>`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
    shell.nonce && `<meta property="csp-nonce" nonce="${escapeHtml(shell.nonce)}">`,
    shell.publicUrl && `<meta name="public-url" content="${escapeHtml(shell.publicUrl)}">`,
    ...shell.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    shell.style && `<style nonce="${escapeHtml(shell.nonce ?? "")}">${shell.style}</style>`,
    shell.reloadSeconds && reloadAfter(shell),
    ...shell.preloads.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`),
    ...shell.scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`),
  ];
  return [
    "<!doctype html>",
    `<html lang="${escapeHtml(shell.lang)}" dir="${shell.dir ?? "ltr"}"${theme}>`,
    `<head>${head.filter(Boolean).join("")}</head>`,
    "<body>",
    shell.noScript ? `<noscript><p>${escapeHtml(shell.noScript)}</p></noscript>` : "",
    `<div id="root">${shell.body}</div>`,
    shell.data === undefined ? "" : dataBlock(shell.data),
    "</body></html>",
  ].join("");
}

function reloadAfter({ reloadSeconds, reloadFrom, scripts }: Shell): string {
  const from = reloadFrom === undefined ? "" : `; url=${escapeHtml(reloadFrom)}`;
  const tag = `<meta http-equiv="refresh" content="${reloadSeconds}${from}">`;
  return scripts.length === 0 ? tag : `<noscript>${tag}</noscript>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Inside a script element only "</" and "<!--" can do harm: no "<" is left. */
function dataBlock(data: unknown): string {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  return `<script type="application/json" id="data">${json}</script>`;
}
