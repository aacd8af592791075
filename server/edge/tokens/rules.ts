import type { DataScope } from '../../delivery/sdk/rules.ts';
import type { SdkToken } from '../../platform/caller.ts';

/** The owner of a token: what it may read, and as what kind of SDK. */
export type TokenScope = DataScope & Pick<SdkToken, 'kind'>;

/** The environment in the text of a token, such as `*:development.secret`. */
export const environmentIn = (text: string): string | undefined =>
  /^[^:\s]+:([^.\s]+)\.\S+$/.exec(text)?.[1];

/** The projects in the text of a token; undefined are all, as for the unnamed list `[]`. */
export function projectsIn(text: string): readonly string[] | undefined {
  const name = text.slice(0, text.indexOf(':'));
  return name === '*' || name === '[]' ? undefined : [name];
}

/** Whether everything that the inner scope may read is part of the outer one. */
export const covers = (outer: DataScope, inner: DataScope): boolean =>
  outer.environment === inner.environment &&
  (outer.projects === undefined ||
    (inner.projects?.every((project) => outer.projects?.includes(project)) ?? false));

/** Equal for equal scopes. */
export const keyOf = ({ environment, projects }: DataScope): string =>
  JSON.stringify([environment, projects === undefined ? '*' : [...new Set(projects)].sort()]);

/** The scope of a valid token, as `/edge/validate` returns it; undefined for other tokens. */
export function scopeOf(valid: {
  token: string;
  type: string;
  projects: readonly string[];
}): TokenScope | undefined {
  const environment = environmentIn(valid.token);
  const { type: kind, projects } = valid;
  if (environment === undefined || (kind !== 'client' && kind !== 'frontend')) return undefined;
  return { kind, environment, projects: projects.includes('*') ? undefined : [...projects] };
}
