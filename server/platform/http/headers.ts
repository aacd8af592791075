import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** The same on every response, so computed once. */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

/** Requires TLS only if the public URL uses it. */
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
