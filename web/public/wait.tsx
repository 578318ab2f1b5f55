/** @jsxImportSource preact */
import "./request.css";
import { keptSecret, showHeld } from "./held-page.tsx";
import { dataOfPage } from "./start.ts";
import { WaitPage } from "./wait-page.tsx";

const { waitId } = dataOfPage() as { waitId: string };
showHeld(() => <WaitPage waitId={waitId} secret={keptSecret(`turnkeeper.wait.${waitId}`)} />);
