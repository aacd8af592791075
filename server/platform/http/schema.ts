import { type Static, type TSchema, Type } from 'typebox';

/** A moment as RFC 3339 text in UTC with milliseconds. */
export const DateTime = Type.String({ format: 'date-time' });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Ids are PostgreSQL integers: a larger number names nothing and must not reach the database. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const IdParams = Type.Object({ id: Id });

/** Exactly what PostgreSQL reads as a uuid; the format of that name allows more. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
  description: 'A UUID',
});

export const ProjectParams = Type.Object({ projectId: Type.String() });

/** A named component of the OpenAPI document that keeps its static type across files. */
export const ref = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });

export const ErrorBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'This error; the log has it too' }),
    name: Type.String({ description: 'The kind of error' }),
    message: Type.String({ description: 'What went wrong' }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          message: Type.String(),
          path: Type.Optional(Type.String({ description: 'Where, such as /body/name' })),
        }),
      ),
    ),
  },
  { $id: 'Error' },
);

const failure = (description: string) => Type.Unsafe<never>({ $ref: 'Error#', description });

/** The responses other than success that any route may send. */
export const failures = {
  400: failure('The input is malformed; details say where.'),
  401: failure('No credentials, or none that are valid.'),
  403: failure('Valid credentials without the permission; details name it.'),
  404: failure('No such thing, or none the caller may see.'),
  409: failure('It clashes with what is there.'),
  413: failure('The body is too large.'),
  415: failure('The body is not JSON.'),
  429: failure('Too many attempts; Retry-After says when to try again.'),
  500: failure('An error of the server; the log has the id.'),
};

/** In addition, for routes that accept If-Match. */
export const versionFailure = { 412: failure('Somebody else changed it first; read it again.') };

/** Changes to a document, RFC 6902. */
export const JsonPatch = Type.Array(
  Type.Object(
    {
      op: Type.Union([
        Type.Literal('add'),
        Type.Literal('remove'),
        Type.Literal('replace'),
        Type.Literal('move'),
        Type.Literal('copy'),
        Type.Literal('test'),
      ]),
      path: Type.String({ maxLength: 1000, description: 'Where, such as /constraints/0' }),
      from: Type.Optional(Type.String({ maxLength: 1000 })),
      value: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  { maxItems: 1000 },
);
export type JsonPatch = Static<typeof JsonPatch>;

/** The response of routes without a result. */
export const Empty = Type.Null({ description: 'No body.' });
