import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pointerTo, removedMembers } from './normalization.ts';
import { prefersStrict } from './preferences.ts';
import { validationError } from './validation.ts';
import type { Handling } from './validator.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** JSON Pointers of ignored members of the body; absent if there are none. */
    ignoredMembers?: Set<string>;
  }
}

/** The response names ignored members; `Prefer: handling=strict` refuses them. */
export const handlingOf =
  (request: FastifyRequest): Handling =>
  (unknown, part) => {
    if (unknown.length === 0) return;
    if (isStrict(request)) throw validationError(unknown, part);
    const ignored = request.ignoredMembers ?? new Set();
    for (const member of unknown) ignored.add(part.replace(/^body/, '') + pointerTo(member));
    request.ignoredMembers = ignored;
    request.log.debug({ ignored: namesIn(ignored) }, 'unknown members ignored');
  };

/** The unknown members to report with other errors of the body. */
export const refusedMembers = (request: FastifyRequest) =>
  isStrict(request) ? removedMembers(request.body) : [];

const isStrict = ({ headers }: FastifyRequest) => prefersStrict(headers.prefer);

export function registerHandling(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { ignoredMembers } = request;
    if (ignoredMembers) void reply.header('pennon-ignored', namesIn(ignoredMembers));
    if (isStrict(request)) void reply.header('preference-applied', 'handling=strict');
    done(null, payload);
  });
}

/** Clients and proxies limit headers to a few kilobytes. */
const namesMax = 20;
const lengthMax = 1000;

/** As a list of percent-encoded JSON Pointers; `...` if there are more or a name is too long. */
export function namesIn(pointers: Iterable<string>): string {
  let names = '';
  let count = 0;
  for (const pointer of pointers) {
    const name = pointer.split('/').map(encodeURIComponent).join('/');
    const next = names === '' ? name : `${names}, ${name}`;
    count += 1;
    if (count > namesMax || next.length > lengthMax) return names === '' ? '...' : `${names}, ...`;
    names = next;
  }
  return names;
}
