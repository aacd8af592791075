import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, type TUnknown, Type } from 'typebox';
import type { Db, Tx } from '../db/open.ts';
import type { Access } from './auth.ts';
import { handlingOf } from './handling.ts';
import { membersOf, removedMembers } from './normalization.ts';
import { Empty, failures } from './schema.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an attempt of the address for all processes; throws 429 above the limit. */
    countAttempt: (address: string, perMinute: number) => Promise<void>;
  }
}

/** Method and path together, so that both can be searched for as one text. */
type Path = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** The names of the parameters in a path. */
type ParamName<S extends string> = S extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : S extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamSchemas = Readonly<Record<string, TSchema>>;

/** A response with other media types than JSON. */
type Content = { description: string; content: Readonly<Record<string, { schema: TSchema }>> };

type Route<P, Q, B, R> = {
  access: Access;
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: true;
  /** The section of the OpenAPI document, if it differs from the other routes. */
  tag?: string;
  /** Parameters of the path that are not plain text. */
  params?: P;
  querystring?: Q;
  headers?: TSchema;
  body?: B;
  /** Absent: the response has no body, and the result of the handler is ignored. */
  response?: R;
  /** 200 when absent. */
  status?: 201 | 202 | 204 | 302;
  /** Responses in addition to the failures of every route. */
  failures?: Readonly<Record<number, TSchema>>;
  rateLimit?: { max: number; timeWindow: string };
  /** Attempts of an address in a minute, counted by all processes for all routes that have it. */
  attemptsPerMinute?: number;
  bodyLimit?: number;
  exposeHeadRoute?: false;
  /** For browsers, which cannot add headers to a stream. */
  tokenInQuery?: true;
  /** Whether a standby may serve it: what it shows has events or counters, or may lag. */
  standby?: true;
  /** Allowed in maintenance, although it is not a GET or has the form of a write. */
  duringMaintenance?: true;
};

type Request<S extends Path, P, Q extends TSchema, B extends TSchema> = FastifyRequest & {
  params: { [N in ParamName<S>]: N extends keyof P ? Static<P[N] & TSchema> : string };
  query: Static<Q>;
  body: Static<B>;
};

type Sendable<R> = (R extends TSchema ? Static<R> : never) | Readable | FastifyReply;

/** The arguments of the handlers of each form. */
type Arguments<Req> = { read: [Db, Req]; write: [Tx, Req]; route: [Req, FastifyReply] };

type Form = keyof Arguments<unknown>;

type Register<F extends Form> = <
  S extends Path,
  P extends ParamSchemas = Record<never, TSchema>,
  Q extends TSchema = TUnknown,
  B extends TSchema = TUnknown,
  R extends TSchema | Content = TUnknown,
>(
  path: S,
  route: Route<P, Q, B, R> & {
    handler: (
      ...args: Arguments<Request<S, P, Q, B>>[F]
    ) => F extends 'write' ? Promise<Sendable<R>> : Sendable<R> | Promise<Sendable<R>>;
  },
) => void;

type Routes = { [F in Form]: Register<F> };

/**
 * Registers the routes of a capability. A handler of `read` gets the database, one of `write` a
 * transaction, and one of `route` the reply, for headers, cookies and streams.
 */
export function routesFor(
  app: FastifyInstance,
  { tag, schemas = [] }: { tag: string; schemas?: readonly TSchema[] },
): Routes {
  for (const schema of schemas) app.addSchema(schema);

  function add<Req extends FastifyRequest>(
    path: Path,
    { form, ...options }: Route<ParamSchemas, unknown, unknown, unknown> & { form: Form },
    handler: (request: Req, reply: FastifyReply) => unknown,
  ): void {
    const [method = '', url = ''] = path.split(' ');
    const { access, rateLimit, bodyLimit, exposeHeadRoute, ...others } = options;
    const { duringMaintenance, failures: more, tag: ownTag = tag, ...limited } = others;
    const { attemptsPerMinute, standby: _, tokenInQuery, ...rest } = limited;
    // Each process also counts in memory, so that a flood does not reach the database.
    const inMemory = attemptsPerMinute && { max: attemptsPerMinute, timeWindow: '1 minute' };
    const limit = rateLimit ?? inMemory;
    const { response, status = 200, params, ...schema } = rest;
    const writes = form === 'write' || (form === 'route' && method !== 'GET');
    app.route({
      method,
      url,
      config: {
        access,
        ...(limit && { rateLimit: limit }),
        ...(writes && !duringMaintenance && { refusedInMaintenance: true as const }),
        ...(tokenInQuery && { tokenInQuery }),
      },
      ...(bodyLimit && { bodyLimit }),
      ...(exposeHeadRoute === false && { exposeHeadRoute }),
      ...(attemptsPerMinute && {
        preParsing: ({ ip }: FastifyRequest) => app.countAttempt(ip, attemptsPerMinute),
      }),
      schema: {
        ...schema,
        ...paramsOf(url, params),
        tags: [ownTag],
        response: { [status]: response ?? Empty, ...failures, ...more },
      },
      handler: async (request: FastifyRequest, reply) => {
        const unknown = schema.body ? removedMembers(request.body) : membersOf(request.body);
        handlingOf(request)(unknown, 'body');
        void reply.code(status);
        const result = await handler(request as Req, reply);
        return response === undefined && result !== reply ? null : result;
      },
    });
  }

  return {
    read: (path, { handler, ...route }) =>
      add(path, { ...route, form: 'read' }, (request: Parameters<typeof handler>[1]) =>
        route.standby ? request.read(async (db) => handler(db, request)) : handler(app.db, request),
      ),
    write: (path, { handler, ...route }) =>
      add(path, { ...route, form: 'write' }, (request: Parameters<typeof handler>[1]) =>
        app.inTransaction((tx) => handler(tx, request)),
      ),
    route: (path, { handler, ...route }) => add(path, { ...route, form: 'route' }, handler),
  };
}

function paramsOf(url: string, given: ParamSchemas = {}) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return {};
  const schemas = names.map((name) => [name, given[name] ?? Type.String()]);
  return { params: Type.Object(Object.fromEntries(schemas)) };
}

/** Sets the headers and returns the body. */
export function withHeaders<T>(reply: FastifyReply, headers: Record<string, string>, body: T): T {
  void reply.headers(headers);
  return body;
}
