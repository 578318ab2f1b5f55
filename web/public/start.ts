// What the server put into the page for its script: data, never code, so the page's
// Content-Security-Policy can forbid inline scripts altogether.

export function dataOfPage(): unknown {
  return JSON.parse(document.getElementById("data")?.textContent ?? "null");
}

export function rootOfPage(): HTMLElement {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root");
  return root;
}
