# The base image is only used to install: the service runs on the Node version that package.json pins.
FROM node:24-bookworm-slim
WORKDIR /opt/plumbline
# The pinned Node is linked against it, and slim images do not contain it.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --omit=dev && npm cache clean --force
COPY bin bin
COPY docs docs
COPY migrations migrations
COPY portal portal
COPY src src
COPY openapi.json CHANGELOG.md SECURITY.md ./
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
ENV NODE_ENV=production PLUMBLINE_DATA_DIR=/data PLUMBLINE_HOST=0.0.0.0
VOLUME /data
EXPOSE 8443
# The certificate may be a local one, so it is not verified: this only checks that the process answers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED='0';fetch('https://localhost:8443/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node_modules/.bin/node", "bin/plumbline.js"]
CMD ["up"]
