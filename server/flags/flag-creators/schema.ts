import { Type } from 'typebox';

export const FlagCreators = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
  description: 'By name',
});
