import { type Static, Type } from 'typebox';
import { madeChanges, makeOptions } from '../../approvals/reconciliation/schema.ts';
import { Nullable } from '../../platform/http/schema.ts';
import { ComparedVersion } from '../comparison/schema.ts';

export const RestoreRequest = Type.Object(
  {
    to: Type.Union([Type.String({ maxLength: 100 }), Type.Integer({ minimum: 0 })], {
      description: 'An RFC 3339 time, or the id of an event',
    }),
    environments: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 1000,
        description: 'Restores only what belongs to these environments',
      }),
    ),
    ...makeOptions,
  },
  { additionalProperties: false },
);
export type RestoreRequest = Static<typeof RestoreRequest>;

export const UndoRequest = Nullable(Type.Object(makeOptions, { additionalProperties: false }));

export const RestoreResult = Type.Object({ version: ComparedVersion, ...madeChanges });
export type RestoreResult = Static<typeof RestoreResult>;
