import type { ApiToken } from '../../../../server/identity/api-tokens/schema.ts';

type Type = ApiToken['type'];
type May = (permission: string, project?: string) => boolean;

export const tokenTypes = ['client', 'frontend', 'admin'] as const;

/** Whether the caller may do that with a token of the type; without a type, with any. */
export function mayWithToken(
  may: May,
  verb: 'CREATE' | 'DELETE',
  type: Type | undefined,
  projectId: string | undefined,
): boolean {
  if (projectId !== undefined) return may(`${verb}_PROJECT_API_TOKEN`, projectId);
  if (type === undefined)
    return tokenTypes.some((each) => mayWithToken(may, verb, each, undefined));
  return may(type === 'admin' ? 'ADMIN' : `${verb}_${type.toUpperCase()}_API_TOKEN`);
}
