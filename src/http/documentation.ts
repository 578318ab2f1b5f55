// OpenAPI 3.1 from the same schemas that check the requests, and a page to browse it.

import { hash } from "node:crypto";
import swagger from "@fastify/swagger";
import { fastify, type LightMyRequestResponse } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { Codes } from "../kernel/refusal.ts";
import type { App } from "./app.ts";
import { tidied } from "./openapi.ts";

const about = `Who gets a scarce place, in what order, exactly once.

Staff and services send \`Authorization: Bearer <api key>\`; the holder of a ticket sends the ticket's
secret the same way. Every POST takes an \`Idempotency-Key\`: the same key and body are answered the
same again. Errors are \`application/problem+json\` with a stable \`code\`.`;

const idempotencyKey = {
  type: "object",
  properties: {
    "idempotency-key": {
      type: "string",
      minLength: 1,
      maxLength: 255,
      description:
        "The same key and body are answered the same again, with `Idempotency-Replayed: true`; " +
        "with another body 422 IDEMPOTENCY_KEY_REUSED. Without an account at least 16 characters.",
    },
  },
};

export async function documentation(app: App, codes: Codes): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Turnkeeper", version: "0.1.0", description: about },
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "An API key or a ticket's secret",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "turnkeeper.session_token",
            description: "Console sign-in",
          },
        },
      },
    },
    transform: withConventions,
    transformObject: (document) => tidied(jsonSchemaTransformObject(document)),
  });
  const open = { access: "public" } as const;
  app.get("/openapi.json", { config: open, schema: { hide: true } }, () => app.swagger());
  let pages: Promise<PageOf> | null = null;
  for (const url of ["/docs", "/docs/", "/docs/js/scalar.js"]) {
    app.get(url, { config: open, schema: { hide: true } }, async (_request, reply) => {
      const pageOf = await (pages ??= loadPages());
      const { statusCode, headers, rawPayload } = await pageOf(url);
      const { location, "content-type": type } = headers;
      reply.code(statusCode).headers(location ? { location } : { "content-type": type });
      reply.header("content-security-policy", policyFor(String(rawPayload)));
      return reply.send(rawPayload);
    });
  }
  app.get("/docs/errors", { config: open, schema: { hide: true } }, (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
      .send(errorsPage(codes)),
  );
}

/** Only our own scripts, and the one line in the page that starts them. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script type="text\/javascript">([^]*?)<\/script>/g)];
  const hashes = inline.map(([, script]) => `'sha256-${hash("sha256", script!, "base64")}'`);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(" ")}`,
    "style-src 'self' 'unsafe-inline'", // what Scalar makes as it goes
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

type PageOf = (url: string) => Promise<LightMyRequestResponse>;

/** In an app of their own, since they are loaded, four megabytes, when somebody looks at them. */
async function loadPages(): Promise<PageOf> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  await app.register(scalar, {
    routePrefix: "/docs",
    configuration: { url: "/openapi.json", withDefaultFonts: false, telemetry: false },
  });
  return (url) => app.inject(url);
}

type Transform = typeof jsonSchemaTransform;

/** What holds for every route is not repeated in each: who may call it, and how a POST is repeated. */
const withConventions: Transform = (input) => {
  const { access } = input.route.config ?? {};
  const keys = [{ bearer: [] }, { session: [] }];
  const isPublic = access === "public";
  const needs = isPublic ? null : `Access: \`${access}\`.`;
  const { url, schema } = jsonSchemaTransform({
    ...input,
    schema: {
      ...input.schema,
      // Nobody needs a key for what is public, but staff may have more to say there.
      security: isPublic ? [{}, ...keys] : keys,
      description: [input.schema?.description, needs].filter(Boolean).join("\n\n"),
    } as never,
  });
  const isPost = [input.route.method].flat().includes("POST");
  return { url, schema: isPost ? { ...schema, headers: idempotencyKey } : schema };
};

function errorsPage(codes: Codes): string {
  const rows = Object.entries(codes).map(
    ([code, { status, title }]) =>
      `<tr id="${code.toLowerCase().replaceAll("_", "-")}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Turnkeeper: error codes</title>
<body><h1>Error codes</h1><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></body></html>`;
}
