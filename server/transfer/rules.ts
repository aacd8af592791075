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
export type StoredDependency = {
  child: string;
  parent: string;
  enabled: boolean;
  variants: string[];
};

/** The data of the flags of one environment. */
export type Parts = {
  flags: readonly StoredFlag[];
  states: readonly StoredState[];
  strategies: readonly StoredStrategy[];
  segments: readonly StoredSegment[];
  fields: readonly FieldData[];
  tags: readonly FlagTag[];
  tagTypes: readonly TagType[];
  dependencies: readonly StoredDependency[];
  links: ReadonlyMap<string, readonly FlagLink[]>;
};

/** The order of the lists does not depend on the order that the database returns. */
export function documentOf(parts: Parts): ExportedDocument {
  return {
    features: inOrder(parts.flags, ({ name }) => name).map(({ archivedAt, ...flag }) => ({
      ...flag,
      archived: archivedAt !== null,
    })),
    featureStrategies: numbered(parts.strategies),
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
    dependencies: inOrder(parts.dependencies, ({ child }) => child).map(
      ({ child, parent, ...it }) => ({
        feature: child,
        dependencies: [{ feature: parent, ...it }],
      }),
    ),
    links: inOrder([...parts.links], ([flag]) => flag).map(([feature, links]) => ({
      feature,
      links: inOrder(links, ({ url, title }) => [url, title ?? '']).map(({ url, title }) => ({
        url,
        title,
      })),
    })),
  };
}

/** The context fields that strategies, variants and segments use. */
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
    // As stickiness, these two values are not context fields.
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

/** Numbered from 0 in the order of evaluation: stored numbers may have gaps and duplicates. */
function numbered(strategies: readonly StoredStrategy[]): ExportedDocument['featureStrategies'] {
  const seen = new Map<string, number>();
  return inOrder(strategies, ({ featureName }) => featureName).map((strategy) => {
    const { environment: _, version: __, ...rest } = strategy;
    const sortOrder = seen.get(rest.featureName) ?? 0;
    seen.set(rest.featureName, sortOrder + 1);
    return { ...rest, sortOrder };
  });
}

/** An error in a document that prevents its import. */
export type Problem = { item: string; message: string; path: string };

/** A row of the document with its JSON pointer. */
export type Located<R> = { row: R; path: string };

/** The result of `work`; the details of a `RequestError` become problems below the path. */
export function collectProblems<T>(
  problems: Problem[],
  { item, path: base }: { item: string; path: string },
  work: () => T,
): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    for (const { message, path = '' } of error.details) {
      problems.push({ item, message, path: `${base}${path.replace(/^\/body/, '')}` });
    }
    return undefined;
  }
}

/** One notice per message, with all items it applies to. */
export function noticesOf(problems: readonly Pick<Problem, 'item' | 'message'>[]) {
  const items = new Map<string, Set<string>>();
  for (const { item, message } of problems) {
    items.set(message, (items.get(message) ?? new Set()).add(item));
  }
  return [...items].map(([message, affected]) => ({ message, affectedItems: [...affected] }));
}

/** The rows by name; a duplicate name is a problem. */
export function byName<R>(
  rows: readonly R[],
  list: { path: string; member: string; nameOf: (row: R) => string },
  problems: Problem[],
): Map<string, Located<R>> {
  const found = new Map<string, Located<R>>();
  rows.forEach((row, index) => {
    const [name, path] = [list.nameOf(row), `${list.path}/${index}`];
    if (!found.has(name)) found.set(name, { row, path });
    else problems.push({ item: name, message: 'Duplicate entry', path: `${path}/${list.member}` });
  });
  return found;
}
