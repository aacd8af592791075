import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';
import { RequiredApprovals } from '../../projects/environments/schema.ts';

export const Setting = Type.Object({
  environment: Type.String(),
  type: Type.String({ description: 'Of the environment, such as production' }),
  changeRequestEnabled: Type.Boolean(),
  requiredApprovals: Nullable(Type.Integer()),
  authorMayApprove: Type.Optional(
    Type.Literal(true, { description: 'Present if users may approve what they wrote themselves' }),
  ),
});
export type Setting = Static<typeof Setting>;

export const Settings = Type.Array(Setting);

export const NewSetting = Type.Object(
  {
    changeRequestsEnabled: Type.Boolean(),
    requiredApprovals: Type.Optional(
      Type.Integer({
        ...RequiredApprovals,
        minimum: 0,
        description: 'Default: unchanged, or 1. 0 only if change requests are disabled',
      }),
    ),
    authorMayApprove: Type.Optional(Type.Boolean({ description: 'Default: unchanged' })),
  },
  { additionalProperties: false },
);
export type NewSetting = Static<typeof NewSetting>;
