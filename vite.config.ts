// Two builds from one command. `client`: what browsers load, with content hashes in the names.
// `ssr`: the public pages' views as one module, which src/pages uses to render their first HTML,
// so that server and browser share one source for every page.

import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  root: here("."),
  publicDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist/web",
    // A TV's browser is years old: Tizen 7 and webOS 23 have the engine of Chrome 94.
    target: ["chrome90", "safari15", "firefox100"],
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 700,
  },
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        emptyOutDir: true,
        // Phones that lack modulepreload only lose a round trip; the polyfill costs more than that.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            console: here("web/console/main.tsx"),
            join: here("web/public/join.tsx"),
            ticket: here("web/public/ticket.tsx"),
            board: here("web/public/board.tsx"),
            token: here("web/public/token.tsx"),
            hall: here("web/public/hall.tsx"),
            shop: here("web/public/shop.tsx"),
            reservation: here("web/public/reservation.tsx"),
            room: here("web/public/room.ts"),
            offline: here("web/public/offline.ts"),
            booking: here("web/public/booking.tsx"),
            request: here("web/public/request.tsx"),
            wait: here("web/public/wait.tsx"),
            page: here("web/public/page.css"),
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: "dist/web/server",
        emptyOutDir: true,
        target: "node20",
        rolldownOptions: {
          input: here("web/public/server.tsx"),
          output: { entryFileNames: "pages.mjs" },
        },
      },
    },
  },
});
