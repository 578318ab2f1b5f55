// Who may import whom. The direction is routes → service → engine and store → kernel, and nothing
// points back. ARCHITECTURE.md has the picture; this file makes it true.

const products = "walkin|opd|booking|boxes|waitroom|availability|calendars";
const routes = "^src/.+/[a-z-]*routes\\.ts$";
const tests = "\\.test\\.ts$";

/** Files of one part of the server must not import these others. */
const never = (part, others, why, name = part) => ({
  name: `${name}-does-not-know-what-is-above`,
  comment: why,
  severity: "error",
  from: { path: `^src/${part}/`, pathNot: tests },
  to: { path: `^src/(${others.join("|")})(/|\\.ts$)` },
});

module.exports = {
  forbidden: [
    {
      name: "kernel-is-pure",
      comment:
        "No I/O, no clock, no packages: the same rules run in the server and in a simulator.",
      severity: "error",
      from: { path: "^src/kernel/", pathNot: tests },
      to: { pathNot: "^src/kernel/" },
    },
    {
      name: "products-do-not-import-each-other",
      comment:
        "What two share belongs to kernel, engine or platform; else ask for a port. Open to all are the " +
        "pure rules of opening hours and the port for what is booked in them.",
      severity: "error",
      from: { path: `^src/(${products})/` },
      to: {
        path: `^src/(${products})/`,
        pathNot: ["^src/$1/", "^src/availability/(schedule|commitments|intervals)\\.ts$"],
      },
    },
    never(
      "infra",
      ["engine", "events", "http", "people", "platform", "pages", products, "server", "main"],
      "Below everything.",
    ),
    never(
      "engine",
      ["events", "http", "people", "platform", "pages", products, "server", "main"],
      "Knows no product.",
    ),
    never(
      "http",
      ["events", "people", "platform", "pages", products, "server", "main"],
      "The app gets its routes.",
    ),
    never(
      "events",
      ["people", "platform", "pages", products, "server", "main"],
      "Knows no product.",
    ),
    never("people", ["platform", "pages", products, "server", "main"], "Knows no product."),
    never("platform", ["pages", products, "server", "main"], "Serves all products alike."),
    never("pages", ["engine", "platform", products, "server", "main"], "Asks through ports."),
    never(`(?:${products})`, ["pages", "server", "main"], "Put together above them.", "a-product"),
    {
      name: "rules-are-pure",
      comment: "A rule takes the state, a command and the time. It reads like the spec.",
      severity: "error",
      from: { path: `^src/(${products})/(?:core/)?rules\\.ts$` },
      to: {
        path: [
          "^src/(engine|http|infra|platform)/",
          "^src/$1/.*\\b(store|service|live|[a-z-]*routes)\\.ts$",
          "node_modules/(pg|fastify|redis|kysely)/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "rules-do-no-io",
      severity: "error",
      from: { path: `^src/(${products})/(?:core/)?rules\\.ts$` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "store-does-not-point-back",
      severity: "error",
      from: { path: `^src/(${products})/.*\\bstore\\.ts$` },
      to: { path: ["^src/(http|platform)/", "^src/$1/.*\\b(service|live|[a-z-]*routes)\\.ts$"] },
    },
    {
      name: "service-does-not-know-http",
      comment: "The same use case serves a request, a deadline and a test.",
      severity: "error",
      from: { path: `^src/(${products})/(?:core/)?service\\.ts$` },
      to: {
        path: ["^src/http/", "node_modules/fastify/", "^src/$1/.*\\b(live|[a-z-]*routes)\\.ts$"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "only-server-uses-routes",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/.+/module\\.ts$", routes, tests] },
      to: { path: routes },
    },
    {
      name: "nothing-imports-main",
      severity: "error",
      from: {},
      to: { path: "^src/main\\.ts$" },
    },
    {
      name: "server-does-not-need-tests-or-tools",
      severity: "error",
      from: { path: "^(src|client)/", pathNot: tests },
      to: { path: ["^(test|faults|simulator|e2e|bench|scripts)/", tests] },
    },
    {
      name: "server-does-not-need-packages-of-development",
      severity: "error",
      from: { path: "^src/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "pages-and-server-meet-over-http",
      severity: "error",
      from: { path: "^(web|client)/", pathNot: tests },
      to: { path: "^src/" },
    },
    {
      name: "transport-needs-nothing",
      comment: "Pages send through it and stay small, also in the browser of a TV.",
      severity: "error",
      from: { path: "^client/transport/", pathNot: tests },
      to: { pathNot: ["^client/transport/", "^client/schema\\.ts$"] },
    },
    {
      name: "pages-use-the-transport-alone",
      comment: "The rest of the client is for programs. Of the schema pages need only the types.",
      severity: "error",
      from: { path: "^web/", pathNot: tests },
      to: { path: "^client/", pathNot: ["^client/transport/", "^client/schema\\.ts$"] },
    },
    {
      name: "server-does-not-import-pages",
      comment: "It serves what vite has built.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^web/" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-missing-files",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
};
