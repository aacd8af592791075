import { type Static, Type } from 'typebox';

export const ClientLogin = Type.Object(
  {
    challenge: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The SHA-256 of the verifier of the client, in hex digits',
    }),
    host: Type.String({
      pattern: '^[\\w.-]{1,100}$',
      description: 'The machine of the client, for the description of the token',
    }),
  },
  { additionalProperties: false },
);
export type ClientLogin = Static<typeof ClientLogin>;

export const Verifier = Type.Object(
  { verifier: Type.String({ pattern: '^[\\w-]{43}$', description: '32 random bytes, base64url' }) },
  { additionalProperties: false },
);
