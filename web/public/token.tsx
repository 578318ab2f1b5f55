/** @jsxImportSource preact */
import "./page.css";
import { render } from "preact";
import { dataOfPage, rootOfPage } from "./start.ts";
import { TokenPage } from "./token-page.tsx";

const { tokenId } = dataOfPage() as { tokenId: string };
const place = `turnkeeper.token.${tokenId}`;

/** From the address; a link that lost it still works on the phone that has been here before. */
function secretOfToken(): string {
  const fragment = decodeURIComponent(location.hash.slice(1));
  try {
    if (fragment === "") return localStorage.getItem(place) ?? "";
    localStorage.setItem(place, fragment);
  } catch {
    // Storage may be refused: the address carries it.
  }
  return fragment;
}

const root = rootOfPage();
const show = () => render(<TokenPage tokenId={tokenId} secret={secretOfToken()} />, root);
root.textContent = "";
show();
window.addEventListener("hashchange", show);
