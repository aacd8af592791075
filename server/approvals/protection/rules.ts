import { catalogue } from '../../events/catalogue.ts';
import type { NewEvent } from '../../events/types.ts';
import { missingPermission, noAccess } from '../../platform/errors.ts';

/** Where changes take effect; no environment means all of the project. */
export type Affected = {
  places: { project: string; environment: string | null }[];
  /** Segments of no project, which take effect wherever strategies use them. */
  segments: number[];
};

/** What the events changed where, each place once. */
export function affectedBy(events: readonly NewEvent[]): Affected {
  const places = new Map<string, Affected['places'][number]>();
  const segments = new Set<number>();
  for (const event of events) {
    for (const place of placesOf(event)) places.set(JSON.stringify(place), place);
    for (const id of sharedSegmentsOf(event)) segments.add(id);
  }
  return { places: [...places.values()], segments: [...segments] };
}

type SegmentData = { id: number; project: string | null };

function placesOf(event: NewEvent): Affected['places'] {
  const { protection } = catalogue[event.type];
  if (protection === 'none') return [];
  if (protection === 'environment') {
    return [{ project: event.project ?? '', environment: event.environment ?? null }];
  }
  return projectsOf(event, protection).map((project) => ({ project, environment: null }));
}

/** A flag that moves affects the project it leaves as well; a segment likewise. */
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

/** A place where changes need a request; its name is for those who may know of it. */
export type ProtectedEnvironment = { project: string; environment: string; visible: boolean };

export function refuseDirectWrite(guarded: readonly ProtectedEnvironment[]) {
  const [place] = guarded.filter(({ visible }) => visible);
  if (!place) {
    return noAccess('This takes effect in environments whose changes need a change request.', [
      { message: 'Missing permission SKIP_CHANGE_REQUEST in a project you cannot see.' },
    ]);
  }
  const { project, environment } = place;
  return noAccess(
    `Changes in environment "${environment}" of project "${project}" need a change request: POST /api/admin/projects/${project}/environments/${environment}/change-requests`,
    guarded
      .filter(({ visible }) => visible)
      .flatMap((it) => missingPermission(['SKIP_CHANGE_REQUEST'], it).details),
  );
}
