# The dashboard is built where its tools are; only what comes out of it goes into the image.
FROM node:24-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY acceptance/package.json acceptance/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --workspace contract --workspace dashboard --include-workspace-root
COPY contract contract
COPY dashboard dashboard
RUN node node_modules/vite/bin/vite.js build dashboard --logLevel warn

# Everything in one container: API, worker and an embedded PostgreSQL in /data.
FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY acceptance/package.json acceptance/
COPY bench/package.json bench/
# `prepare` would build the dashboard again. What is removed are tools that a library names as its optional peers.
RUN npm pkg delete scripts.prepare \
  && npm ci --omit=dev --workspace contract --workspace server \
  && cd node_modules && rm -rf vitest @vitest vite rolldown @rolldown lightningcss* typescript react react-dom
COPY contract contract
COPY server server
COPY --from=dashboard /app/dashboard/dist dashboard/dist
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 POSTHORN_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--import", "./server/runtime.js", "server/src/commands/start.ts"]
