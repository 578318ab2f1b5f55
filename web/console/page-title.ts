import { useEffect } from "react";
import { common } from "./messages.ts";

/** What the tab, the history and a screen reader call the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? common.product : `${title} · ${common.product}`;
    return () => {
      document.title = common.product;
    };
  }, [title]);
}
