import { catalogue } from '../../events/catalogue.ts';
import type { NewEvent } from '../../events/types.ts';
import { missingPermission, noAccess } from '../../platform/errors.ts';

/** Where changes take effect; null means all environments of the project. */
export type Affected = {
  scopes: { project: string; environment: string | null }[];
  /** Segments without a project, which take effect wherever strategies use them. */
  segments: number[];
};

/** The scopes and shared segments that the events changed, without duplicates. */
export function affectedBy(events: readonly NewEvent[]): Affected {
  const scopes = new Map<string, Affected['scopes'][number]>();
  const segments = new Set<number>();
  for (const event of events) {
    for (const scope of scopesOf(event)) scopes.set(JSON.stringify(scope), scope);
    for (const id of sharedSegmentsOf(event)) segments.add(id);
  }
  return { scopes: [...scopes.values()], segments: [...segments] };
}

type SegmentData = { id: number; project: string | null };

function scopesOf(event: NewEvent): Affected['scopes'] {
  const { protection } = catalogue[event.type];
  if (protection === 'none') return [];
  if (protection === 'environment') {
    return [{ project: event.project ?? '', environment: event.environment ?? null }];
  }
  return projectsOf(event, protection).map((project) => ({ project, environment: null }));
}

/** Moving a flag or a segment also affects the project it leaves. */
function projectsOf(event: NewEvent, protection: 'project' | 'segment'): string[] {
  const { data, preData, project } = event;
  const named =
    protection === 'segment'
      ? [data, preData].map((segment) => (segment as SegmentData | null)?.project)
      : [project, (data as { oldProject?: string } | null)?.oldProject];
  return named.filter((name): name is string => typeof name === 'string');
}

function sharedSegmentsOf({ type, preData }: NewEvent): number[] {
  if (catalogue[type].protection !== 'segment') return [];
  const segment = preData as SegmentData | null;
  return segment && segment.project === null ? [segment.id] : [];
}

/** `visible` is whether an error may name the project. */
export type ProtectedEnvironment = { project: string; environment: string; visible: boolean };

export function refuseDirectWrite(protectedEnvironments: readonly ProtectedEnvironment[]) {
  const [scope] = protectedEnvironments.filter(({ visible }) => visible);
  if (!scope) {
    return noAccess('This takes effect in environments whose changes need a change request.', [
      { message: 'Missing permission SKIP_CHANGE_REQUEST in a project you cannot see.' },
    ]);
  }
  const { project, environment } = scope;
  return noAccess(
    `Changes in environment "${environment}" of project "${project}" need a change request: POST /api/admin/projects/${project}/environments/${environment}/change-requests`,
    protectedEnvironments
      .filter(({ visible }) => visible)
      .flatMap((it) => missingPermission(['SKIP_CHANGE_REQUEST'], it).details),
  );
}
