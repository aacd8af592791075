import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** They are the same on every response, so they are computed once. */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

/** Browsers are told to use TLS only when the public URL does. */
function securityHeaders(publicUrl: string): [name: string, value: string][] {
  const overTls = publicUrl.startsWith('https:');
  const headers: [name: string, value: string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  };
  const addHeaders = helmet({
    strictTransportSecurity: overTls,
    contentSecurityPolicy: {
      directives: { upgradeInsecureRequests: overTls ? [] : null },
    },
  });
  addHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}
