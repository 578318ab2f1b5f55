/** @jsxImportSource preact */
import "./page.css";
import { render } from "preact";
import { keptSecret } from "./kept-secret.ts";
import { dataOfPage, rootOfPage } from "./start.ts";
import { TokenPage } from "./token-page.tsx";

const { tokenId } = dataOfPage() as { tokenId: string };
const root = rootOfPage();
const show = () => {
  const secret = keptSecret(`turnkeeper.token.${tokenId}`);
  render(<TokenPage tokenId={tokenId} secret={secret} />, root);
};
root.textContent = "";
show();
window.addEventListener("hashchange", show);
