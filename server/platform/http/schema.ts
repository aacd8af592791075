import { type Static, type TSchema, Type } from 'typebox';

/** RFC 3339 text in UTC with milliseconds. */
export const DateTime = Type.String({ format: 'date-time' });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * An option of text: a number in a request becomes text. In responses it is always text, so the type
 * stays `string`.
 */
export const numberAsText = { 'x-number-as-text': true } as const;

/** Ids are PostgreSQL integers: larger numbers must not reach the database. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Stricter than the format `uuid`, which allows values that PostgreSQL does not read. */
const uuid = /^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

export const Uuid = Type.String({
  pattern: uuid.source,
  description: 'A UUID',
  examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
});

/** For ids in paths: other text is the id of nothing, and must not reach the database. */
export const isUuid = (text: string) => uuid.test(text);

/** A reference to a named component of the OpenAPI document, with its static type. */
export const ref = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });

export const ErrorBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the error, also in the log' }),
    name: Type.String({ description: 'The kind of error' }),
    message: Type.String({ description: 'A description of the error' }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          message: Type.String(),
          path: Type.Optional(Type.String({ description: 'JSON Pointer, such as /body/name' })),
          position: Type.Optional(
            Type.Integer({ description: 'The character of the text, counted from 1' }),
          ),
        }),
      ),
    ),
  },
  { $id: 'Error' },
);

const failure = (description: string) => Type.Unsafe<never>({ $ref: 'Error#', description });

/** The error responses of every route. */
export const failures = {
  400: failure('The input is invalid; details contain the path.'),
  401: failure('Credentials are missing or invalid.'),
  403: failure('The caller lacks a permission; details name it.'),
  404: failure('The resource does not exist, or is not visible to the caller.'),
  409: failure('The request conflicts with the current state.'),
  413: failure('The body is too large.'),
  415: failure('The body is not JSON.'),
  429: failure('Too many requests; Retry-After contains when to try again.'),
  500: failure('Internal server error; the log contains the id.'),
  503: failure('Unavailable for the moment; Retry-After contains when to try again.'),
};

/** For routes that accept If-Match. */
export const versionFailure = {
  412: failure('The resource was changed meanwhile; read it again.'),
};

/** RFC 6902. */
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
      path: Type.String({ maxLength: 1000, description: 'JSON Pointer, such as /constraints/0' }),
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
