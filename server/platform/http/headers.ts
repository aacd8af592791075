import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

type Options = {
  publicUrl: string;
  /** Most of the headers restrict what a page may do; JSON alone needs two of them. */
  sendsPages: boolean;
};

/** The same on every response, so computed once. */
export function registerSecurityHeaders(app: FastifyInstance, options: Options): void {
  const headers = securityHeaders(options);
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

const withoutPages = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** Requires TLS only if the public URL uses it. */
function securityHeaders({ publicUrl, sendsPages }: Options): [name: string, value: string][] {
  const overTls = publicUrl.startsWith('https:');
  const headers: [name: string, value: string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  };
  const addHeaders = helmet({
    strictTransportSecurity: overTls,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: overTls ? [] : null } },
    ...(sendsPages ? {} : withoutPages),
  });
  addHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}
