FROM node:24-bookworm-slim AS node

# Builds the dashboard and the guide; only the output goes into the image.
FROM node AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY contract/package.json contract/
COPY look/package.json look/
COPY mcp/package.json mcp/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY cli/package.json cli/
COPY acceptance/package.json acceptance/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
COPY site/package.json site/
RUN npm ci --ignore-scripts --workspace contract --workspace look --workspace dashboard --workspace site --include-workspace-root
COPY contract contract
COPY look look
COPY dashboard dashboard
RUN node node_modules/vite/bin/vite.js build dashboard --logLevel warn
COPY docs docs
COPY site site
# The guide uses the stylesheet of the API reference.
COPY server/src/http/reference/stylesheet.ts server/src/http/reference/
RUN node site/build.ts

# Installs the libraries; npm and its cache stay in this stage.
FROM node AS app
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY look/package.json look/
COPY mcp/package.json mcp/
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY cli/package.json cli/
COPY acceptance/package.json acceptance/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
COPY site/package.json site/
# `prepare` would build the dashboard and the guide again. The removed files are optional peer dependencies of libraries, with their own
# dependencies, and files that only editors and debuggers read.
RUN npm pkg delete scripts.prepare \
  && npm ci --omit=dev --workspace contract --workspace look --workspace mcp --workspace server \
  && (cd node_modules && rm -rf vitest @vitest vite rolldown @rolldown lightningcss* typescript react react-dom scheduler \
    @types undici-types chai postcss jiti yaml esbuild @esbuild) \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && find node_modules/@fontsource-variable -name '*.woff2' ! -name inter-latin-wght-normal.woff2 -delete \
  && rm -r acceptance bench cli sdk site package-lock.json .npmrc
COPY contract contract
COPY look look
COPY mcp mcp
COPY server server
COPY --from=pages /app/dashboard/dist dashboard/dist
COPY --from=pages /app/site/dist site/dist
# Fills the compile cache, because the root may be read-only at startup. Node keeps a cache per user and set of flags.
RUN mkdir node_modules/.cache && chown node:node node_modules/.cache
USER node
RUN node --max-semi-space-size=16 --import ./server/runtime.js --input-type=module \
  --eval "for (const role of ['api', 'worker']) await import('./server/src/commands/' + role + '.ts')"

# Everything in one container: API, worker and an embedded PostgreSQL in /data. Besides /data, only /tmp is written.
FROM debian:bookworm-slim
COPY --from=node /usr/local/bin/node /usr/local/bin/
RUN useradd --uid 1000 --no-create-home --shell /usr/sbin/nologin node && install -d -o node -g node -m 700 /data
COPY --from=app /app /app
WORKDIR /app
USER 1000:1000
ENV HOST=0.0.0.0 POSTHORN_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--import", "./server/runtime.js", "server/src/commands/start.ts"]
