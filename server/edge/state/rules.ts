import type { Change, DataScope, EnvironmentState, ServedFlag } from '../../delivery/sdk/rules.ts';
import type { ClientFeature, ClientSegment } from '../../delivery/sdk/schema.ts';

/** The flags and segments of a scope. */
export type Content = Pick<EnvironmentState, 'flags' | 'segments'>;

/** An event of a delta; the types of the upstream may be newer than this version. */
export type DeltaEvent = { type: string } & Readonly<Record<string, unknown>>;

/** What the upstream sent cannot be used; nothing of it is. */
export class InvalidDataError extends Error {}

/** The body of client features, or the hydration of a delta. */
export function contentFrom(body: unknown): Content {
  const { features, segments = [] } = asObject(body, 'The response');
  if (!Array.isArray(features)) throw new InvalidDataError('The upstream sent no list of flags.');
  if (!Array.isArray(segments)) throw new InvalidDataError('The upstream sent no segments.');
  return {
    flags: inOrder(new Map(features.map(flagFrom).map((flag) => [flag.feature.name, flag]))),
    segments: new Map(segments.map(segmentFrom).map((segment) => [segment.id, segment])),
  };
}

/** The content after a delta: all of its events, or an error. */
export function applyDelta(before: Content | undefined, events: readonly DeltaEvent[]): Content {
  const [first] = events;
  const complete = first?.type === 'hydration' ? contentFrom(first) : before;
  if (!complete) throw new InvalidDataError('The upstream sent changes before all flags.');
  const flags = new Map(complete.flags);
  const segments = new Map(complete.segments);
  for (const event of events) {
    if (event.type === 'feature-updated') {
      const flag = flagFrom(event.feature);
      flags.set(flag.feature.name, flag);
    } else if (event.type === 'feature-removed') flags.delete(String(event.featureName));
    else if (event.type === 'segment-updated') {
      const segment = segmentFrom(event.segment);
      segments.set(segment.id, segment);
    } else if (event.type === 'segment-removed') segments.delete(Number(event.segmentId));
    else if (event.type !== 'hydration') {
      throw new InvalidDataError(`The upstream sent an unknown change "${event.type}".`);
    }
  }
  return { flags: inOrder(flags), segments };
}

/** The changes of flags and segments that lead from one content to the other. */
export function changesBetween(before: Content, after: Content): Omit<Change, 'id'>[] {
  const changes: Omit<Change, 'id'>[] = [];
  for (const [name, { json, feature }] of after.flags) {
    const old = before.flags.get(name);
    if (old?.json === json) continue;
    const projects = [...new Set([feature.project, old?.feature.project ?? feature.project])];
    changes.push({ environment: null, projects, effect: { flag: name } });
  }
  for (const [name, { feature }] of before.flags) {
    if (after.flags.has(name)) continue;
    changes.push({ environment: null, projects: [feature.project], effect: { flag: name } });
  }
  for (const [segment, content] of after.segments) {
    const old = before.segments.get(segment);
    if (old === content || JSON.stringify(old) === JSON.stringify(content)) continue;
    changes.push({ environment: null, projects: [], effect: { segment } });
  }
  return changes;
}

/** The flags of several contents that the scope may read, the first content first. */
export function union(contents: readonly (Content & { scope: DataScope })[]): Content {
  const flags = new Map<string, ServedFlag>();
  const segments = new Map<number, ClientSegment>();
  for (const content of contents) {
    for (const [name, flag] of content.flags) if (!flags.has(name)) flags.set(name, flag);
    for (const [id, segment] of content.segments) if (!segments.has(id)) segments.set(id, segment);
  }
  return { flags: inOrder(flags), segments };
}

export const stateAt = (revision: number, content: Content): EnvironmentState => ({
  ...content,
  revision,
  position: revision,
  bytes: 0,
});

const inOrder = (flags: ReadonlyMap<string, ServedFlag>): ReadonlyMap<string, ServedFlag> =>
  new Map([...flags].sort(([one], [other]) => (one < other ? -1 : 1)));

function flagFrom(value: unknown): ServedFlag {
  const flag = asObject(value, 'A flag');
  const { name, project = 'default', strategies = [], variants = [] } = flag;
  if (typeof name !== 'string' || typeof project !== 'string') {
    throw new InvalidDataError('The upstream sent a flag without a name.');
  }
  if (!Array.isArray(strategies) || !Array.isArray(variants)) {
    throw new InvalidDataError(`The upstream sent no strategies of flag "${name}".`);
  }
  const members: object = {
    ...flag,
    project,
    strategies: strategies.map(strategyFrom),
    variants,
  };
  const feature = members as ClientFeature;
  const segments = feature.strategies.flatMap((strategy) => strategy.segments ?? []);
  return { feature, json: JSON.stringify(feature), tags: [], segments };
}

/** With the lists that evaluation reads, which some servers omit when they are empty. */
const strategyFrom = (value: unknown) => ({
  constraints: [],
  parameters: {},
  variants: [],
  ...asObject(value, 'A strategy'),
});

function segmentFrom(value: unknown): ClientSegment {
  const segment = asObject(value, 'A segment');
  if (typeof segment.id === 'number' && Array.isArray(segment.constraints)) {
    return segment as ClientSegment;
  }
  throw new InvalidDataError('The upstream sent a segment without an id or constraints.');
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new InvalidDataError(`${what} of the upstream is no object.`);
}
