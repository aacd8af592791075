# The image of Pennon. BASE is any image with Node 20.19 or newer and npm; its Debian is only needed to
# build and to run Node, so that a slim one is enough.
ARG BASE=docker.io/library/node:22-bookworm-slim

# The build and the dependencies are made on the machine that builds, for any platform.
FROM --platform=$BUILDPLATFORM ${BASE} AS build
WORKDIR /pennon
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY tsconfig.json rolldown.config.mjs ./
COPY bin bin
COPY scripts scripts
COPY docs/query-language.md docs/query-language.md
COPY cli cli
COPY server server
COPY console console
RUN node scripts/build.mjs && mkdir /data

FROM --platform=$BUILDPLATFORM ${BASE} AS dependencies
ARG TARGETARCH=amd64
WORKDIR /pennon
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --omit=dev \
  --os=linux --cpu=$(echo "$TARGETARCH" | sed s/amd64/x64/) && rm package-lock.json .npmrc

FROM ${BASE}
WORKDIR /pennon
COPY --from=dependencies /pennon ./
COPY LICENSE ./
COPY bin bin
COPY --from=build /pennon/dist/server dist/server
COPY --from=build /pennon/dist/console dist/console
# The folder of the embedded database; not used with DATABASE_URL.
COPY --from=build --chown=1000:1000 /data /data
VOLUME /data
ENV NODE_ENV=production DATA_DIR=/data
EXPOSE 4242
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/pennon/bin/pennon.mjs", "health"]
# Node itself is the first process, so that SIGTERM reaches it.
ENTRYPOINT ["node", "/pennon/bin/pennon.mjs"]
CMD ["start"]
