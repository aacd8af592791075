import { type Static, Type } from 'typebox';

export const Login = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 255, description: 'Or the e-mail' }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
  },
  { additionalProperties: false },
);
export type Login = Static<typeof Login>;
