# The server alone: it needs DATABASE_URL. compose.yaml brings the database as well.

# Pin it where builds must repeat, as node:24.21.0-slim@sha256:…, with the digest that
# docker buildx imagetools inspect node:24.21.0-slim shows.
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json package-lock.json ./
# Without the optional packages: a second Node and the embedded PostgreSQL.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force
COPY migrations migrations
COPY src src
COPY --from=pages /app/dist dist
# For MASTER_KEY_FILE: a volume that is mounted here belongs to the server.
RUN mkdir /keys && chown node /keys
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
