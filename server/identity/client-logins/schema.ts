import { type Static, Type } from 'typebox';

export const ClientLogin = Type.Object(
  {
    challenge: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The SHA-256 of the verifier of the client, in hex digits',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    host: Type.String({
      pattern: '^[\\w.-]{1,100}$',
      description: 'The machine of the client, for the description of the token',
      examples: ['laptop-7'],
    }),
  },
  { additionalProperties: false },
);
export type ClientLogin = Static<typeof ClientLogin>;

export const Verifier = Type.Object(
  {
    verifier: Type.String({
      pattern: '^[\\w-]{43}$',
      description: '32 random bytes, base64url',
      examples: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
    }),
  },
  { additionalProperties: false },
);
