import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Puts them on every answer. They are the same on all of them, so they are worked out once. */
export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

/** Demands TLS of browsers only where the server is known to be reached by it. */
function securityHeaders(publicUrl: string): [name: string, value: string][] {
  const overTls = publicUrl.startsWith('https:');
  const headers: [name: string, value: string][] = [];
  const answer = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  };
  const putOn = helmet({
    strictTransportSecurity: overTls,
    contentSecurityPolicy: {
      directives: { upgradeInsecureRequests: overTls ? [] : null },
    },
  });
  putOn({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return headers;
}
