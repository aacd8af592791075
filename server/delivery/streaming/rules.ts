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
 * What an SDK that has the flags as of some event needs to have them as they are: each thing that has
 * changed once, as it is now, with the newest event that changed it, in the order of events. A
 * flag that was never in sight is not named.
 */
export function deltaOf(
  state: EnvironmentState,
  selection: Selection,
  changes: readonly Change[],
): DeltaEvent[] {
  const { flags, segments } = touchedBy(state, selection, changes);
  const changed: { flag: ServedFlag; eventId: number }[] = [];
  const removed: DeltaEvent[] = [];
  for (const [name, { eventId, project }] of flags) {
    const flag = state.flags.get(name);
    if (flag && selectsFlag(selection, flag)) changed.push({ flag, eventId });
    else if (project !== undefined && name.startsWith(selection.namePrefix)) {
      removed.push({ type: 'feature-removed', eventId, featureName: name, project });
    }
  }
  const told = segmentsToTell(state, selection, { changed, segments });
  const updated = changed.map(
    ({ flag, eventId }): DeltaEvent => ({
      type: 'feature-updated',
      eventId,
      feature: flag.feature,
    }),
  );
  return [...told, ...updated, ...removed].sort((one, other) => one.eventId - other.eventId);
}

type Touched = {
  /** The newest event of each flag, and the last project that the selection could see it in. */
  flags: Map<string, { eventId: number; project: string | undefined }>;
  segments: Map<number, number>;
};

function touchedBy(
  state: EnvironmentState,
  selection: Selection,
  changes: readonly Change[],
): Touched {
  const touched: Touched = { flags: new Map(), segments: new Map() };
  for (const { id, effect, projects } of changes) {
    if (typeof effect === 'string' || id > state.revision) continue;
    if ('segment' in effect) touched.segments.set(effect.segment, id);
    else if ('flag' in effect) {
      const seen = projects.find((project) => selectsProject(selection, project));
      const project = seen ?? touched.flags.get(effect.flag)?.project;
      touched.flags.set(effect.flag, { eventId: id, project });
    } else {
      for (const { feature } of state.ordered) {
        if (feature.project !== effect.project) continue;
        const project = touched.flags.get(feature.name)?.project;
        touched.flags.set(feature.name, { eventId: id, project });
      }
    }
  }
  return touched;
}

/** Those that have changed and are in use, and all that a changed flag uses: it may be new to it. */
function segmentsToTell(
  state: EnvironmentState,
  selection: Selection,
  {
    changed,
    segments,
  }: { changed: { flag: ServedFlag; eventId: number }[] } & Pick<Touched, 'segments'>,
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

/** The revision that an SDK says it has; undefined when it has none that we gave. */
export function revisionIn(text: string | undefined): number | undefined {
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text?.trim() ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A server-sent event; JSON text has no line break that could end it. */
export const headOf = (event: 'unleash-connected' | 'unleash-updated', id: number): string =>
  `event: ${event}\nid: ${id}\ndata: `;

export const blockEnd = '\n\n';

/** Keeps the connection, and whatever stands between, from taking silence for death. */
export const heartbeat = ': still here\n\n';
