/** @jsxImportSource preact */
import "./shop.css";
import { hydrate } from "preact";
import { ShopPage, type ShopPageProps } from "./shop-page.tsx";
import { dataOfPage, rootOfPage } from "./start.ts";

hydrate(<ShopPage {...(dataOfPage() as ShopPageProps)} />, rootOfPage());

// Coming back with the browser's back button revives the old page with its used key.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
