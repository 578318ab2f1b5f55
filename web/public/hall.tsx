/** @jsxImportSource preact */
import "./hall.css";
import { hydrate } from "preact";
import { HallPage, type HallPageProps } from "./hall-page.tsx";
import { dataOfPage, rootOfPage } from "./start.ts";

hydrate(<HallPage {...(dataOfPage() as HallPageProps)} />, rootOfPage());
