import type { FieldData } from '../flags/context-fields/rules.ts';
import type { FlagData } from '../flags/flags/rules.ts';
import type { FlagLink } from '../flags/links/schema.ts';
import type { SegmentPlan } from '../flags/segments/rules.ts';
import type { StoredStrategy } from '../flags/strategies/rules.ts';
import type { Variant } from '../flags/strategies/schema.ts';
import type { TagType } from '../flags/tag-types/schema.ts';
import type { FlagTag } from '../flags/tags/rules.ts';
import { RequestError } from '../platform/errors.ts';
import type { ExportedDocument } from './schema.ts';

export type StoredFlag = Omit<FlagData, 'version'>;
export type StoredSegment = SegmentPlan & { id: number };
export type StoredState = {
  flag: string;
  environment: string;
  enabled: boolean;
  variants: Variant[];
};
/** A child's dependency on its parent. */
export type Tie = { child: string; parent: string; enabled: boolean; variants: string[] };

/** What flags of one environment are made of. */
export type Parts = {
  flags: readonly StoredFlag[];
  states: readonly StoredState[];
  strategies: readonly StoredStrategy[];
  segments: readonly StoredSegment[];
  fields: readonly FieldData[];
  tags: readonly FlagTag[];
  tagTypes: readonly TagType[];
  ties: readonly Tie[];
  links: ReadonlyMap<string, readonly FlagLink[]>;
};

/** The same parts make the same document, whatever order the database returns them in. */
export function documentOf(parts: Parts): ExportedDocument {
  return {
    features: inOrder(parts.flags, ({ name }) => name).map(({ archivedAt, ...flag }) => ({
      ...flag,
      archived: archivedAt !== null,
    })),
    featureStrategies: placed(parts.strategies),
    featureEnvironments: inOrder(parts.states, ({ flag }) => flag).map((state) => ({
      name: state.flag,
      featureName: state.flag,
      environment: state.environment,
      enabled: state.enabled,
      variants: state.variants,
    })),
    contextFields: inOrder(parts.fields, ({ name }) => name),
    featureTags: inOrder(parts.tags, ({ flag, type, value }) => [flag, type, value]).map(
      ({ flag, type, value }) => ({ featureName: flag, tagType: type, tagValue: value }),
    ),
    segments: inOrder(parts.segments, ({ name }) => name),
    tagTypes: inOrder(parts.tagTypes, ({ name }) => name),
    dependencies: inOrder(parts.ties, ({ child }) => child).map(({ child, parent, ...tie }) => ({
      feature: child,
      dependencies: [{ feature: parent, ...tie }],
    })),
    links: inOrder([...parts.links], ([flag]) => flag).map(([feature, links]) => ({
      feature,
      links: inOrder(links, ({ url, title }) => [url, title ?? '']).map(({ url, title }) => ({
        url,
        title,
      })),
    })),
  };
}

/** The context fields that strategies, variants and segments speak of. */
export function contextNamesIn({
  strategies,
  states,
  segments,
}: Pick<Parts, 'strategies' | 'states' | 'segments'>): string[] {
  const variants = [
    ...strategies.flatMap((strategy): readonly Variant[] => strategy.variants),
    ...states.flatMap((state) => state.variants),
  ];
  const sticky = [
    ...strategies.map(({ parameters }) => parameters.stickiness),
    ...variants.map(({ stickiness }) => stickiness),
  ];
  const constraints = [...strategies, ...segments].flatMap((it) => it.constraints);
  const overrides = variants.flatMap((variant) => variant.overrides ?? []);
  const names = [
    ...[...constraints, ...overrides].map(({ contextName }) => contextName),
    // As stickiness, these two words mean no field.
    ...sticky.filter((name) => name !== undefined && name !== 'default' && name !== 'random'),
  ];
  return [...new Set(names as string[])];
}

/** Sorted by the key, by code units: databases do not agree on the order of text. */
export function inOrder<T>(
  items: readonly T[],
  keyOf: (item: T) => string | readonly string[],
): T[] {
  const keyed = items.map((item) => ({ item, key: [keyOf(item)].flat() }));
  return keyed.sort((one, other) => compareKeys(one.key, other.key)).map(({ item }) => item);
}

function compareKeys(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((text, index) => text !== other[index]);
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

/** In the order of evaluation; numbers with gaps or twins say no more than the place does. */
function placed(strategies: readonly StoredStrategy[]): ExportedDocument['featureStrategies'] {
  const seen = new Map<string, number>();
  return inOrder(strategies, ({ featureName }) => featureName).map((strategy) => {
    const { environment: _, version: __, ...rest } = strategy;
    const sortOrder = seen.get(rest.featureName) ?? 0;
    seen.set(rest.featureName, sortOrder + 1);
    return { ...rest, sortOrder };
  });
}

/** Something in a document that keeps it from being imported. */
export type Problem = { item: string; message: string; path: string };

/** A row of the document, and where it stands. */
export type Placed<R> = { row: R; place: string };

/** What `work` makes; if it refuses, that becomes problems at the place instead. */
export function noting<T>(
  problems: Problem[],
  { item, place }: { item: string; place: string },
  work: () => T,
): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    for (const { message, path = '' } of error.details) {
      problems.push({ item, message, path: `${place}${path.replace(/^\/body/, '')}` });
    }
    return undefined;
  }
}

/** One line for each kind of thing, as the answer has it. */
export function noticesOf(problems: readonly Pick<Problem, 'item' | 'message'>[]) {
  const items = new Map<string, Set<string>>();
  for (const { item, message } of problems) {
    items.set(message, (items.get(message) ?? new Set()).add(item));
  }
  return [...items].map(([message, affected]) => ({ message, affectedItems: [...affected] }));
}

/** The rows by name; a second one of the same name is a problem. */
export function byName<R>(
  rows: readonly R[],
  list: { place: string; member: string; nameOf: (row: R) => string },
  problems: Problem[],
): Map<string, Placed<R>> {
  const found = new Map<string, Placed<R>>();
  rows.forEach((row, index) => {
    const [name, place] = [list.nameOf(row), `${list.place}/${index}`];
    if (!found.has(name)) found.set(name, { row, place });
    else problems.push({ item: name, message: 'is there twice', path: `${place}/${list.member}` });
  });
  return found;
}
