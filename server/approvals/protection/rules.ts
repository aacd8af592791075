import type { EventType, NewEvent } from '../../events/types.ts';
import { noAccess } from '../../platform/errors.ts';

/**
 * How far a change reaches that a change request could make: one environment, every environment of
 * the project, or wherever the segment is used. Types that are not here are never held back.
 */
const reaches: Partial<Record<EventType, 'environment' | 'project' | 'segment'>> = {
  'feature-environment-enabled': 'environment',
  'feature-environment-disabled': 'environment',
  'feature-strategy-add': 'environment',
  'feature-strategy-update': 'environment',
  'feature-strategy-remove': 'environment',
  'strategy-order-changed': 'environment',
  'feature-environment-variants-updated': 'environment',
  'feature-archived': 'project',
  'feature-project-change': 'project',
  'feature-dependency-added': 'project',
  'feature-dependency-removed': 'project',
  'feature-dependencies-removed': 'project',
  'segment-updated': 'segment',
  'segment-deleted': 'segment',
};

/** Where changes take effect; no environment means all of the project. */
export type Touched = {
  places: { project: string; environment: string | null }[];
  /** Segments of no project, which take effect wherever strategies use them. */
  segments: number[];
};

/** What a transaction touched, told from its events, each place once. */
export function touchedBy(events: readonly NewEvent[]): Touched {
  const places = new Map<string, Touched['places'][number]>();
  const segments = new Set<number>();
  for (const event of events) {
    for (const place of placesOf(event)) places.set(JSON.stringify(place), place);
    if (reaches[event.type] === 'segment') for (const id of openSegmentsOf(event)) segments.add(id);
  }
  return { places: [...places.values()], segments: [...segments] };
}

type SegmentData = { id: number; project: string | null };

function placesOf(event: NewEvent): Touched['places'] {
  const reach = reaches[event.type];
  if (reach === undefined) return [];
  if (reach === 'environment') {
    return [{ project: event.project ?? '', environment: event.environment ?? null }];
  }
  return projectsOf(event, reach).map((project) => ({ project, environment: null }));
}

/** A flag that moves touches the project it leaves as well; a segment likewise. */
function projectsOf(event: NewEvent, reach: 'project' | 'segment'): string[] {
  const { data, preData, project } = event;
  const named =
    reach === 'segment'
      ? [data, preData].map((segment) => (segment as SegmentData | null)?.project)
      : [project, (data as { oldProject?: string } | null)?.oldProject];
  return named.filter((name): name is string => typeof name === 'string');
}

function openSegmentsOf({ preData }: NewEvent): number[] {
  const segment = preData as SegmentData | null;
  return segment && segment.project === null ? [segment.id] : [];
}

/** A place where changes need a request; its name is for those who may know of it. */
export type GuardedPlace = { project: string; environment: string; visible: boolean };

export function refuseDirectWrite(guarded: readonly GuardedPlace[]) {
  const [place] = guarded.filter(({ visible }) => visible);
  if (!place) {
    return noAccess('This takes effect in environments whose changes need a change request', [
      { message: 'Missing permission SKIP_CHANGE_REQUEST in a project you cannot see' },
    ]);
  }
  const { project, environment } = place;
  return noAccess(
    `Changes in environment ${environment} of project ${project} need a change request: ` +
      `POST /api/admin/projects/${project}/environments/${environment}/change-requests`,
    guarded
      .filter(({ visible }) => visible)
      .map((it) => ({
        message: `Missing permission SKIP_CHANGE_REQUEST in project ${it.project} for environment ${it.environment}`,
      })),
  );
}
