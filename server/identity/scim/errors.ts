import { RequestError } from '../../platform/errors.ts';

/** The kinds of RFC 7644 for status 400, by the name of the error. */
const kinds = {
  InvalidFilterError: 'invalidFilter',
  InvalidPathError: 'invalidPath',
  InvalidSyntaxError: 'invalidSyntax',
  InvalidValueError: 'invalidValue',
  MutabilityError: 'mutability',
  NoTargetError: 'noTarget',
} as const;

export const scimError = (name: keyof typeof kinds, message: string) =>
  new RequestError(400, name, message);

/** Also with the members of all other errors of this server. */
export const viewError = (
  status: number,
  body: { id: string; name: string; message: string; details: unknown },
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(status === 409 && { scimType: 'uniqueness' }),
  ...(status === 400 && {
    scimType: kinds[body.name as keyof typeof kinds] ?? 'invalidValue',
  }),
  detail: body.message,
  ...body,
});
