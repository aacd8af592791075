import Fastify from 'fastify';
import { Type } from 'typebox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordEvent } from '../../events/record.ts';
import { eventsSince, lastEventId, unique } from '../../testing/a.ts';
import { openTestDb } from '../../testing/database.ts';
import { transactionsOf } from '../../transactions.ts';
import { systemCaller } from '../caller.ts';
import { conflict } from '../errors.ts';
import { registerEmptyResponses } from './json-body.ts';
import { routesFor, withHeaders } from './routes.ts';
import { ErrorBody, Id } from './schema.ts';

const { db } = await openTestDb();
const described = { access: 'public', operationId: 'test', summary: 'A test' } as const;

function anApp() {
  const app = Fastify();
  app.decorate('db', db);
  app.decorate('inTransaction', transactionsOf(db));
  app.addSchema(ErrorBody);
  registerEmptyResponses(app);
  onTestFinished(() => app.close());
  return { app, ...routesFor(app, { tag: 'Tests' }) };
}

describe('read', () => {
  test('passes the database and the request to the handler, and sends its result', async () => {
    const { app, read } = anApp();
    read('GET /items/:id', {
      ...described,
      params: { id: Id },
      response: Type.Object({ next: Type.Integer(), same: Type.Boolean() }),
      handler: (given, { params }) => ({ next: params.id + 1, same: given === db }),
    });

    const { statusCode, body } = await app.inject('/items/41');

    expect([statusCode, body]).toEqual([200, '{"next":42,"same":true}']);
  });
});

describe('write', () => {
  const tagged = (value: string) => ({ type: 'tag-created', data: { value } }) as const;

  test('commits the transaction, and sends the given status', async () => {
    const { app, write } = anApp();
    const since = await lastEventId(db);
    const value = unique('tag');
    write('POST /items', {
      ...described,
      status: 201,
      response: Type.Object({ value: Type.String() }),
      handler: async (tx) => {
        recordEvent(tx, systemCaller, tagged(value));
        return { value };
      },
    });

    const { statusCode, body } = await app.inject({ method: 'POST', url: '/items' });

    expect([statusCode, JSON.parse(body)]).toEqual([201, { value }]);
    expect(await eventsSince(db, since)).toMatchObject([tagged(value)]);
  });

  test('rolls back if the handler throws', async () => {
    const { app, write } = anApp();
    const since = await lastEventId(db);
    write('POST /items', {
      ...described,
      handler: async (tx) => {
        recordEvent(tx, systemCaller, tagged(unique('tag')));
        throw conflict('no');
      },
    });

    await app.inject({ method: 'POST', url: '/items' });

    expect(await eventsSince(db, since)).toEqual([]);
  });

  test('without a response, the body is empty whatever the handler returns', async () => {
    const { app, write } = anApp();
    write('DELETE /items', {
      ...described,
      status: 202,
      handler: async () => ({ some: 'item' }),
    });

    const { statusCode, body, headers } = await app.inject({ method: 'DELETE', url: '/items' });

    expect([statusCode, body, headers['content-type']]).toEqual([202, '', undefined]);
  });
});

describe('route', () => {
  test('passes the reply to the handler', async () => {
    const { app, route } = anApp();
    route('GET /items', {
      ...described,
      response: Type.String(),
      handler: (_, reply) => withHeaders(reply, { etag: '"1"' }, 'x'),
    });
    route('GET /others', {
      ...described,
      response: Type.String(),
      handler: (_, reply) => reply.code(304).send(),
    });

    const [items, others] = [await app.inject('/items'), await app.inject('/others')];

    expect([items.statusCode, items.body, items.headers.etag]).toEqual([200, 'x', '"1"']);
    expect([others.statusCode, others.body]).toEqual([304, '']);
  });
});

test('a route has the common tag and failures, unless it defines its own', () => {
  const { app, read } = anApp();
  const schemas: unknown[] = [];
  app.addHook('onRoute', ({ method, schema }) => {
    if (method !== 'HEAD') schemas.push(schema);
  });
  read('GET /items', { ...described, handler: () => null });
  read('GET /others', {
    ...described,
    tag: 'Others',
    failures: { 412: Type.Null() },
    handler: () => null,
  });

  expect(schemas).toMatchObject([
    { tags: ['Tests'], response: { 200: { type: 'null' }, 404: {} } },
    { tags: ['Others'], response: { 404: {}, 412: { type: 'null' } } },
  ]);
});
