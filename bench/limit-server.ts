import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';

/** The upper bound of the framework: the same bytes, served from memory. */

export type CannedResponse = {
  method: string;
  url: string;
  status: number;
  type: string;
  gzipped: boolean;
  body: string;
};

process.once('message', (responses: CannedResponse[]) => void serve(responses));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

async function serve(responses: readonly CannedResponse[]) {
  const app = fastify();
  for (const { method, url, status, type, gzipped, body } of responses) {
    const bytes = gzipped ? gzipSync(body) : Buffer.from(body);
    const headers = { 'content-type': type, ...(gzipped ? { 'content-encoding': 'gzip' } : {}) };
    app.route({
      method: method as 'GET',
      url,
      handler: (_, reply) =>
        bytes.length === 0
          ? reply.code(status).send()
          : reply.code(status).headers(headers).send(bytes),
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.((app.server.address() as AddressInfo).port);
}
