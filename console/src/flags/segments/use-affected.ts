import { useQuery } from '@tanstack/react-query';
import type { Segment, StrategyUse } from '../../../../server/flags/segments/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { texts as ui } from '../../ui/texts.ts';
import { useProduction, useProtection } from '../bulk/use-bulk.ts';
import { useMayPropose } from '../flags/rights.ts';
import { segmentUsesQuery } from './api.ts';

export type Scope = { project: string; environment: string };

/** The flags that a change of a segment affects in one environment of one project. */
type ScopeOfFlags = Scope & { flags: string[]; production: boolean; needsApproval: boolean };

export type Affected = {
  /** Production first. */
  scopes: ScopeOfFlags[];
  /** Where the change needs approval: a request for one project does not cover the others. */
  protectedScopes: Scope[];
  /** Those for which the caller may propose it. */
  proposable: Scope[];
  /** Whether the caller may change it without approval. */
  maySkip: boolean;
};

/** What a change of the segment affects; undefined while it is loading. */
export function useAffected({ id, project }: Pick<Segment, 'id' | 'project'>): {
  affected?: Affected;
  error: Error | null;
} {
  const { may } = useMay();
  const mayPropose = useMayPropose();
  const production = useProduction();
  const { data, error } = useQuery(segmentUsesQuery(id));
  const uses = data?.strategies ?? [];
  const projects = project === null ? uses.map(({ projectId }) => projectId) : [project];
  const protection = useProtection(projects.map((each) => ({ project: each })));
  if (!data || !protection) return { error };
  const scopes = scopesOf(uses)
    .map((scope) => ({
      ...scope,
      production: production.has(scope.environment),
      needsApproval: protection.get(scope.project)?.includes(scope.environment) === true,
    }))
    .sort((one, other) => Number(other.production) - Number(one.production));
  const protectedScopes =
    project === null
      ? scopes.filter(({ needsApproval }) => needsApproval)
      : (protection.get(project) ?? []).map((environment) => ({ project, environment }));
  const affected = {
    scopes,
    protectedScopes,
    proposable: protectedScopes.filter((scope) => mayPropose(scope.project)),
    maySkip: protectedScopes.every((scope) =>
      may('SKIP_CHANGE_REQUEST', scope.project, scope.environment),
    ),
  };
  return { affected, error: null };
}

/** The labels of the buttons that save the change. */
export function labelsFor({ proposable, maySkip }: Affected, action: string) {
  if (proposable.length === 0) return { action };
  return {
    action: ui.common.addToRequest,
    skip: maySkip ? ui.common.withoutApproval(action) : undefined,
  };
}

export const scopeKey = ({ project, environment }: Scope) => `${project}/${environment}`;

/** The uses are sorted by flag. */
function scopesOf(uses: readonly StrategyUse[]): (Scope & { flags: string[] })[] {
  const scopes = new Map<string, Scope & { flags: string[] }>();
  for (const { projectId: project, environment, featureName } of uses) {
    const key = scopeKey({ project, environment });
    const scope = scopes.get(key) ?? { project, environment, flags: [] };
    if (scope.flags.at(-1) !== featureName) scope.flags.push(featureName);
    scopes.set(key, scope);
  }
  return [...scopes.values()];
}
