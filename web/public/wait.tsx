/** @jsxImportSource preact */
import "./page.css";
import "./booking.css";
import { render } from "preact";
import { keptSecret } from "./kept-secret.ts";
import { dataOfPage, rootOfPage } from "./start.ts";
import { WaitPage } from "./wait-page.tsx";

const { waitId } = dataOfPage() as { waitId: string };
const root = rootOfPage();
const show = () => {
  const secret = keptSecret(`turnkeeper.wait.${waitId}`);
  render(<WaitPage waitId={waitId} secret={secret} />, root);
};
root.textContent = "";
show();
window.addEventListener("hashchange", show);
