import { useQuery } from '@tanstack/react-query';
import type { Constraint } from '../../../../server/flags/strategies/schema.ts';
import { segmentNamesQuery } from '../../flags/flags/api.ts';
import { strategyTypesQuery } from '../../flags/strategies/api.ts';
import { operatorLabel } from '../../flags/strategies/labels.ts';
import { diffOf } from '../../ui/diff.ts';
import { texts } from '../texts.tsx';
import type { PlannedChange } from './api.ts';

const text = texts.sentences;
const { parts } = text;

export type Names = {
  /** The title of a strategy type. */
  typeTitle: (type: string) => string;
  segmentName: (id: number) => string;
};

/** The sentences of a change, with the names that the console uses. */
export function useSentences(): (change: PlannedChange) => string[] {
  const types = useQuery(strategyTypesQuery).data?.strategies ?? [];
  const segments = useQuery(segmentNamesQuery).data?.segments ?? [];
  return (change) =>
    sentencesOf(change, {
      typeTitle: (type) => types.find(({ name }) => name === type)?.title || type,
      segmentName: (id) =>
        segments.find((each) => each.id === id)?.name ?? texts.comparison.deletedSegment,
    });
}

/** Those of the server, in English and with the names of the API, if it is newer and has another action. */
export function sentencesOf(change: PlannedChange, names: Names): string[] {
  const { action } = change;
  return Object.hasOwn(byAction, action) ? byAction[action](change, names) : change.sentences;
}

const byAction: Record<PlannedChange['action'], (change: PlannedChange, names: Names) => string[]> =
  {
    createFeature: ({ flag }) => [text.flagCreated(flag ?? '')],
    updateFeature: metadataSentences,
    updateTags: ({ payload }) => {
      const { addedTags, removedTags } = dataOf(payload);
      return [
        ...listOf(removedTags).map((tag) => text.tagRemoved(tagText(tag))),
        ...listOf(addedTags).map((tag) => text.tagAdded(tagText(tag))),
      ];
    },
    addLink: ({ after }) => [text.linkAdded(textOf(dataOf(after).url))],
    updateLink: ({ before, after }) => [
      ...changed(parts.linkUrl, dataOf(before).url, dataOf(after).url),
      ...changed(parts.linkTitle, dataOf(before).title, dataOf(after).title, quoted),
    ],
    deleteLink: ({ before }) => [text.linkRemoved(textOf(dataOf(before).url))],
    reviveFeature: () => [text.revived],
    moveFeature: ({ before, after }) => changed(parts.project, before, after),
    archiveFeature: () => [text.archived],
    addDependency: ({ payload }) => [text.dependsOn(parentText(payload))],
    deleteDependency: ({ payload }) => [text.independentOf(textOf(payload))],
    updateEnabled: ({ after, environment }) => [text.switched(after === true, environment ?? '')],
    addStrategy: ({ after, environment }, names) => [
      text.strategyAdded(strategyText(after, names), environment ?? ''),
    ],
    updateStrategy: strategySentences,
    deleteStrategy: ({ before, environment }, names) => [
      text.strategyRemoved(strategyText(before, names), environment ?? ''),
    ],
    reorderStrategy: ({ environment }) => [text.changed(text.orderIn(environment ?? ''))],
    patchVariant: ({ before, after, environment }) =>
      changed(text.variantsIn(environment ?? ''), before, after, variantsText),
    createSegment: ({ after }) => [text.segmentCreated(textOf(dataOf(after).name))],
    updateSegment: segmentSentences,
    deleteSegment: ({ before }) => [text.segmentDeleted(textOf(dataOf(before).name))],
  };

function metadataSentences({ before, after }: PlannedChange): string[] {
  const [was, is] = [dataOf(before), dataOf(after)];
  return [
    ...changed(parts.type, was.type, is.type),
    ...changed(parts.description, was.description, is.description, quoted),
    ...(is.stale === was.stale ? [] : [text.stale(is.stale === true)]),
    ...(is.impressionData === was.impressionData
      ? []
      : [text.impressionData(is.impressionData === true)]),
  ];
}

function strategySentences({ before, after, environment }: PlannedChange, names: Names): string[] {
  const [was, is] = [dataOf(before), dataOf(after)];
  const [strategy, where] = [strategyText(was, names), environment ?? ''];
  const part = (name: string, from: unknown, to: unknown, toText?: (value: unknown) => string) =>
    changed(text.ofStrategy(name, strategy, where), from, to, toText);
  const segmentNames = (ids: unknown) =>
    listed(listOf(ids).map((id) => names.segmentName(Number(id))));
  const [from, to] = [dataOf(was.parameters), dataOf(is.parameters)];
  const parameters = [
    ...new Set([...Object.keys(usualParameters), ...Object.keys({ ...from, ...to })]),
  ];
  return [
    ...part(parts.type, was.name, is.name, (name) => names.typeTitle(textOf(name))),
    ...part(parts.title, was.title, is.title, quoted),
    ...(was.disabled === is.disabled
      ? []
      : [text.strategySwitched(strategy, is.disabled !== true, where)]),
    ...parameters.flatMap((name) => {
      const toText = name === 'rollout' ? percent : textOf;
      return part(usualParameters[name] ?? name, from[name], to[name], toText);
    }),
    ...part(parts.constraints, was.constraints, is.constraints, constraintsText),
    ...part(parts.segments, was.segments, is.segments, segmentNames),
    ...part(parts.variants, was.variants, is.variants, variantsText),
    ...part(parts.position, was.sortOrder, is.sortOrder),
  ];
}

const usualParameters: Record<string, string> = {
  rollout: parts.rollout,
  stickiness: parts.stickiness,
  groupId: parts.groupId,
};

function segmentSentences({ before, after }: PlannedChange): string[] {
  const [was, is] = [dataOf(before), dataOf(after)];
  const part = (name: string) => text.ofSegment(name, textOf(was.name));
  return [
    ...changed(part(parts.name), was.name, is.name),
    ...changed(part(parts.description), was.description, is.description, quoted),
    ...changed(part(parts.project), was.project, is.project),
    ...changed(part(parts.constraints), was.constraints, is.constraints, constraintsText),
  ];
}

/** None if nothing changed; without the values if they look the same. */
function changed(
  what: string,
  before: unknown,
  after: unknown,
  toText: (value: unknown) => string = textOf,
): string[] {
  if (diffOf(before, after).length === 0) return [];
  const [from, to] = [toText(before) || text.none, toText(after) || text.none];
  return [from === to ? text.changed(what) : text.changedFrom(what, from, to)];
}

type Data = Record<string, unknown>;

const dataOf = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Longer texts are truncated: a sentence is a few lines. */
const lengthMax = 120;

function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const line = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line;
}

const quoted = (value: unknown) => (textOf(value) === '' ? '' : text.quoted(textOf(value)));
const percent = (value: unknown) => (textOf(value) === '' ? '' : `${textOf(value)}%`);

const tagText = (tag: unknown) => `${textOf(dataOf(tag).type)}:${textOf(dataOf(tag).value)}`;

function parentText(parent: unknown): string {
  const { feature, enabled, variants } = dataOf(parent);
  const { parentOff, parentVariants } = texts.comparison.rows;
  if (enabled === false) return parentOff(textOf(feature));
  const names = listOf(variants).map(textOf);
  return names.length === 0 ? textOf(feature) : parentVariants(textOf(feature), names);
}

/** The type of a strategy, and its title if it has one. */
function strategyText(strategy: unknown, { typeTitle }: Names): string {
  const { name, title } = dataOf(strategy);
  return [typeTitle(textOf(name)), quoted(title)].filter(Boolean).join(' ');
}

const variantsText = (variants: unknown) =>
  listed(
    listOf(variants).map((variant) => {
      const { name, weight } = dataOf(variant);
      return `${textOf(name)} ${typeof weight === 'number' ? weight / 10 : 0}%`;
    }),
  );

const constraintsText = (constraints: unknown) =>
  listed(listOf(constraints).map((it) => constraintText(it as Constraint)));

function constraintText(constraint: Constraint): string {
  const values = (constraint.values ?? []).map(textOf);
  const operand = values.length > 0 ? listed(values, text.or) : textOf(constraint.value);
  return `${textOf(constraint.contextName)} ${operatorLabel(constraint)} ${operand}`;
}

const listedMax = 10;

/** `a, b and c`; the first ten of a longer list. */
function listed(items: readonly string[], word = text.and): string {
  const more = items.length - listedMax;
  const shown = more > 0 ? [...items.slice(0, listedMax), text.more(more)] : [...items];
  const last = shown.pop();
  if (last === undefined) return '';
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`;
}

type ChangeGroup = { environment: string | null; changes: PlannedChange[] };

/** By environment, in order of appearance; first what belongs to none. */
export function groupsOf(changes: readonly PlannedChange[]): ChangeGroup[] {
  const environments = [...new Set([null, ...changes.map(({ environment }) => environment)])];
  return environments
    .map((environment) => ({
      environment,
      changes: changes.filter((change) => change.environment === environment),
    }))
    .filter((group) => group.changes.length > 0);
}
