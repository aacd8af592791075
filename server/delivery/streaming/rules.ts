import {
  type Change,
  type EnvironmentState,
  type Selection,
  type ServedFlag,
  segmentsOf,
  selectFlags,
  selectsFlag,
  selectsProject,
} from '../sdk/rules.ts';
import type { DeltaEvent } from './schema.ts';

/**
 * Updates an SDK from the revision before the changes to the current one: each changed flag and segment
 * once, in its current state, with the newest event that changed it, in the order of events. A flag
 * that the selection never included is left out.
 */
export function deltaOf(
  state: EnvironmentState,
  selection: Selection,
  changes: readonly Change[],
): DeltaEvent[] {
  const { flags, segments } = affectedBy(state, selection, changes);
  const changed: { flag: ServedFlag; eventId: number }[] = [];
  const removed: DeltaEvent[] = [];
  for (const [name, { eventId, project }] of flags) {
    const flag = state.flags.get(name);
    if (flag && selectsFlag(selection, flag)) changed.push({ flag, eventId });
    else if (project !== undefined && name.startsWith(selection.namePrefix)) {
      removed.push({ type: 'feature-removed', eventId, featureName: name, project });
    }
  }
  const updatedSegments = segmentUpdates(state, selection, { changed, segments });
  const updated = changed.map(
    ({ flag, eventId }): DeltaEvent => ({
      type: 'feature-updated',
      eventId,
      feature: flag.feature,
    }),
  );
  return [...updatedSegments, ...updated, ...removed].sort(
    (one, other) => one.eventId - other.eventId,
  );
}

type Affected = {
  /** The newest event of each flag, and the last project that the selection could see it in. */
  flags: Map<string, { eventId: number; project: string | undefined }>;
  segments: Map<number, number>;
};

function affectedBy(
  state: EnvironmentState,
  selection: Selection,
  changes: readonly Change[],
): Affected {
  const affected: Affected = { flags: new Map(), segments: new Map() };
  for (const { id, effect, projects } of changes) {
    if (typeof effect === 'string' || id > state.revision) continue;
    if ('segment' in effect) affected.segments.set(effect.segment, id);
    else if ('flag' in effect) {
      const seen = projects.find((project) => selectsProject(selection, project));
      const project = seen ?? affected.flags.get(effect.flag)?.project;
      affected.flags.set(effect.flag, { eventId: id, project });
    } else {
      for (const { feature } of state.flags.values()) {
        if (feature.project !== effect.project) continue;
        const project = affected.flags.get(feature.name)?.project;
        affected.flags.set(feature.name, { eventId: id, project });
      }
    }
  }
  return affected;
}

/** Changed segments that are in use, and all segments of changed flags, which may be new. */
function segmentUpdates(
  state: EnvironmentState,
  selection: Selection,
  {
    changed,
    segments,
  }: { changed: { flag: ServedFlag; eventId: number }[] } & Pick<Affected, 'segments'>,
): DeltaEvent[] {
  const due = new Map<number, number>();
  if (segments.size > 0) {
    for (const { id } of segmentsOf(state, selectFlags(state, selection))) {
      const eventId = segments.get(id);
      if (eventId !== undefined) due.set(id, eventId);
    }
  }
  for (const { flag, eventId } of changed) {
    for (const { id } of segmentsOf(state, [flag])) {
      if (!due.has(id)) due.set(id, eventId);
    }
  }
  return [...due].flatMap(([id, eventId]): DeltaEvent[] => {
    const segment = state.segments.get(id);
    return segment ? [{ type: 'segment-updated', eventId, segment }] : [];
  });
}

/** The revision in an ETag or event id; undefined if the text is not valid. */
export function revisionIn(text: string | undefined): number | undefined {
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text?.trim() ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A server-sent event; JSON text has no line break that could end it. */
export const headOf = (event: 'unleash-connected' | 'unleash-updated', id: number): string =>
  `event: ${event}\nid: ${id}\ndata: `;

/** Lets a provider of OpenFeature evaluate again, at this revision or a newer one. */
export const notificationOf = (revision: number): string => {
  const data = { type: 'refetchEvaluation', etag: `"${revision}"` };
  return `event: message\nid: ${revision}\ndata: ${JSON.stringify(data)}${blockEnd}`;
};

export const blockEnd = '\n\n';

/** A comment, so that neither the client nor a proxy closes an idle connection. */
export const heartbeat = ': still here\n\n';
