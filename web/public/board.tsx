/** @jsxImportSource preact */
import "./board.css";
import { hydrate } from "preact";
import { BoardPage, type BoardPageProps } from "./board-page.tsx";
import { dataOfPage, rootOfPage } from "./start.ts";

hydrate(<BoardPage {...(dataOfPage() as BoardPageProps)} />, rootOfPage());
