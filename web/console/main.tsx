import "./console.css";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { asProblem, TurnkeeperError } from "../../client/transport/problem.ts";
import { makeRouter } from "./router.tsx";
import { NoticeProvider } from "./ui/notices.tsx";

/** A session that ended while the page was open: back to sign-in, then back here. */
function signedOut(error: unknown): void {
  if (asProblem(error).code !== "UNAUTHENTICATED") return;
  if (location.pathname === "/sign-in" || client.getQueryData(["me"]) === undefined) return;
  client.removeQueries({ queryKey: ["me"] });
  void router.invalidate();
}

const client = new QueryClient({
  // Retrying is the fetch layer's work; here it would only multiply.
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({ onError: signedOut }),
  mutationCache: new MutationCache({ onError: signedOut }),
});
const router = makeRouter(client);

// After a new version was installed, the old page asks for files that are gone: load it anew, but not
// over and over when the reason is another one.
window.addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem("turnkeeper.reloaded"));
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("turnkeeper.reloaded", String(Date.now()));
  location.reload();
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
// A refusal is told on the page; whatever else a page could not bear is for those who look into it.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof TurnkeeperError)) console.error(error);
};
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <NoticeProvider>
        <RouterProvider router={router} />
      </NoticeProvider>
    </QueryClientProvider>
  </StrictMode>,
);
