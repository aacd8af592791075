import { Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

export const EdgeInfo = Type.Object({
  app: Type.Literal('pennon-edge'),
  version: Type.String(),
  upstream: Nullable(Type.String()),
  ready: Type.Boolean(),
  tokens: Type.Integer({ description: 'The number of valid tokens' }),
  scopes: Type.Array(
    Type.Object({
      environment: Type.String(),
      projects: Type.Array(Type.String(), { description: '["*"] for all projects' }),
      revision: Type.Integer(),
      flags: Type.Integer(),
      upstream: Type.String({ examples: ['streaming', 'polling', 'away', 'starting'] }),
    }),
  ),
});
