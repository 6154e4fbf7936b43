# Everything in one container: API, worker and an embedded PostgreSQL in /data.
FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY acceptance/package.json acceptance/
COPY bench/package.json bench/
RUN npm ci --omit=dev
COPY contract contract
COPY server server
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 POSTHORN_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--import", "./server/runtime.js", "server/src/start.ts"]
