/** @jsxImportSource preact */
import "./token.css";
import { keptSecret, showHeld } from "./held-page.tsx";
import { dataOfPage } from "./start.ts";
import { TokenPage } from "./token-page.tsx";

const { tokenId } = dataOfPage() as { tokenId: string };
showHeld(() => <TokenPage tokenId={tokenId} secret={keptSecret(`turnkeeper.token.${tokenId}`)} />);
