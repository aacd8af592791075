import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import { anEdge } from '../../testing/edge.ts';

const projects = ['a', 'b', 'c'];
const environments = ['development', 'production'];

type Token = { text: string; type: 'client' | 'frontend'; projects: string[] };

const token = fc.record({
  environment: fc.constantFrom(...environments),
  type: fc.constantFrom('client' as const, 'client' as const, 'frontend' as const),
  projects: fc.oneof(fc.constant<string[]>(['*']), fc.subarray(projects, { minLength: 1 })),
});
const namesFor = (token: Token) =>
  projects
    .filter((project) => token.projects.includes('*') || token.projects.includes(project))
    .map((project) => `${project}-${environmentOf(token)}`);

/** An upstream with one flag for each project and environment. */
async function anUpstream(tokens: readonly Token[]): Promise<string> {
  const find = (text: string | undefined) => tokens.find((it) => it.text === text);
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const send = (status: number, body: object) =>
      response.writeHead(status, { etag: '"1"' }).end(JSON.stringify(body));
    if (request.url === '/edge/validate') {
      const texts = JSON.parse(Buffer.concat(parts).toString()).tokens as string[];
      const valid = texts.flatMap((text) => find(text) ?? []);
      return send(200, { tokens: valid.map(({ text, ...rest }) => ({ token: text, ...rest })) });
    }
    const owner = find(request.headers.authorization);
    if (request.url !== '/api/client/features') return send(404, {});
    if (owner?.type !== 'client') return send(403, {});
    const features = namesFor(owner).map((name) => ({
      name,
      project: name.slice(0, 1),
      enabled: true,
      strategies: [{ name: 'default' }],
    }));
    return send(200, { version: 2, features, meta: { revisionId: 1 } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const environmentOf = ({ text }: Token) => text.slice(text.indexOf(':') + 1, text.indexOf('.'));

/** Whether the client tokens of its environment may read all that the token may. */
function isCovered(of: Token, tokens: readonly Token[]): boolean {
  const scopes = tokens
    .filter((it) => it.type === 'client' && environmentOf(it) === environmentOf(of))
    .flatMap((it) => it.projects);
  return scopes.includes('*') || of.projects.every((project) => scopes.includes(project));
}

const clientOf = ({ text, type }: Token) => (type === 'client' ? [text] : []);

test('a token sees the flags of its scope and no others, whatever other tokens there are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(token, { minLength: 1, maxLength: 6 }), async (given) => {
      const tokens = given.map(({ environment, ...rest }, index) => ({
        ...rest,
        text: `${rest.projects.length > 1 ? '[]' : rest.projects[0]}:${environment}.secret${index}`,
      }));
      const edge = await anEdge(await anUpstream(tokens));
      for (const text of tokens.flatMap(clientOf)) await edge.get('/api/client/features', text);

      for (const of of tokens) {
        if (of.type === 'client') {
          const { body } = await edge.get('/api/client/features', of.text);
          expect(body.features.map(({ name }: { name: string }) => name)).toEqual(namesFor(of));
          continue;
        }
        const { status, body } = await edge.get('/api/frontend', of.text);
        expect(status).toBe(isCovered(of, tokens) ? 200 : 403);
        if (status !== 200) continue;
        expect(body.toggles.map(({ name }: { name: string }) => name)).toEqual(namesFor(of));
      }
      await edge.app.close();
    }),
    { numRuns: 15 },
  );
});
