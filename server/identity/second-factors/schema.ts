import { type Static, Type } from 'typebox';

const username = Type.String({ minLength: 1, maxLength: 255, description: 'Or the e-mail' });
const password = Type.String({ minLength: 1, maxLength: 128 });

export const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code',
});

export const SetUp = Type.Object({ username, password }, { additionalProperties: false });
export type SetUp = Static<typeof SetUp>;

export const WithCode = Type.Object(
  { username, password, code: Code },
  { additionalProperties: false },
);
export type WithCode = Static<typeof WithCode>;

export const Secret = Type.Object({
  secret: Type.String({ description: 'For the authenticator app, in base32' }),
  uri: Type.String({ description: 'The same as otpauth URI, for a QR code' }),
});

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Each works once instead of a code' }),
});

export const SecondFactor = Type.Object({
  enabled: Type.Boolean(),
  required: Type.Boolean({ description: 'Whether the server requires one of every user' }),
  recoveryCodes: Type.Integer({ minimum: 0, description: 'Recovery codes that are not used yet' }),
});
export type SecondFactor = Static<typeof SecondFactor>;
