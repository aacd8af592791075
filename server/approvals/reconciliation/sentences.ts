import { isDeepStrictEqual } from 'node:util';
import { textOf } from '../../events/catalogue/markdown.ts';
import { type Data, dataOf, listOf } from '../../events/catalogue/sentences.ts';
import { operators } from '../../events/catalogue/strategy-changes.ts';
import type { ChangeAction, PlannedChange } from './schema.ts';

type Described = Omit<PlannedChange, 'sentences'>;

/** A change in plain words: `Rollout of flexibleRollout in production changed from 25% to 50%`. */
export const sentencesOf = (change: Described): string[] => sentences[change.action](change);

const sentences: Record<ChangeAction, (change: Described) => string[]> = {
  createFeature: ({ flag }) => [`Flag ${flag} created`],
  updateFeature: metadataSentences,
  updateTags: ({ payload }) => {
    const { addedTags, removedTags } = dataOf(payload);
    return [
      ...listOf(removedTags).map((tag) => `Tag ${tagText(tag)} removed`),
      ...listOf(addedTags).map((tag) => `Tag ${tagText(tag)} added`),
    ];
  },
  addLink: ({ after }) => [`Link ${textOf(dataOf(after).url)} added`],
  updateLink: ({ before, after }) => [
    ...changed('URL of a link', dataOf(before).url, dataOf(after).url),
    ...changed('Title of a link', dataOf(before).title, dataOf(after).title, quoted),
  ],
  deleteLink: ({ before }) => [`Link ${textOf(dataOf(before).url)} removed`],
  reviveFeature: () => ['Revived from the archive'],
  moveFeature: ({ before, after }) => changed('Project', before, after),
  archiveFeature: () => ['Archived'],
  addDependency: ({ payload }) => [`Depends on ${parentText(payload)}`],
  deleteDependency: ({ payload }) => [`No longer depends on ${textOf(payload)}`],
  updateEnabled: ({ after, environment }) => [
    `Switched ${after === true ? 'on' : 'off'} in ${environment}`,
  ],
  addStrategy: ({ after, environment }) => [
    `Strategy ${strategyText(after)} added in ${environment}`,
  ],
  updateStrategy: strategySentences,
  deleteStrategy: ({ before, environment }) => [
    `Strategy ${strategyText(before)} removed in ${environment}`,
  ],
  reorderStrategy: ({ environment }) => [`Order of the strategies in ${environment} changed`],
  patchVariant: ({ before, after, environment }) =>
    changed(`Variants in ${environment}`, before, after, variantsText),
  createSegment: ({ after }) => [`Segment ${textOf(dataOf(after).name)} created`],
  updateSegment: segmentSentences,
  deleteSegment: ({ before }) => [`Segment ${textOf(dataOf(before).name)} deleted`],
};

function metadataSentences({ before, after }: Described): string[] {
  const [was, is] = [dataOf(before), dataOf(after)];
  const switches: [string, string, string][] = [
    ['stale', 'Marked as stale', 'No longer marked as stale'],
    ['impressionData', 'Impression data switched on', 'Impression data switched off'],
  ];
  return [
    ...changed('Type', was.type, is.type),
    ...changed('Description', was.description, is.description, quoted),
    ...switches.flatMap(([name, on, off]) =>
      is[name] === was[name] ? [] : [is[name] === true ? on : off],
    ),
  ];
}

function strategySentences({ before, after, environment }: Described): string[] {
  const [was, is] = [dataOf(before), dataOf(after)];
  const where = `of ${strategyText(was)} in ${environment}`;
  const part = (name: string, key: string, toText?: (value: unknown) => string) =>
    changed(`${name} ${where}`, was[key], is[key], toText);
  return [
    ...part('Type', 'name'),
    ...part('Title', 'title', quoted),
    ...(was.disabled === is.disabled
      ? []
      : [
          `Strategy ${strategyText(was)} ${is.disabled === true ? 'disabled' : 'enabled'} in ${environment}`,
        ]),
    ...parameterSentences(dataOf(was.parameters), dataOf(is.parameters), where),
    ...part('Constraints', 'constraints', constraintsText),
    ...part('Segments', 'segments', segmentsText),
    ...part('Variants', 'variants', variantsText),
    ...part('Position', 'sortOrder'),
  ];
}

const parameterNames: Data = { rollout: 'Rollout', stickiness: 'Stickiness', groupId: 'Group' };

function parameterSentences(was: Data, is: Data, where: string): string[] {
  const names = [...new Set([...Object.keys(parameterNames), ...Object.keys({ ...was, ...is })])];
  return names.flatMap((name) => {
    const label = Object.hasOwn(parameterNames, name) ? parameterNames[name] : textOf(name);
    return changed(`${label} ${where}`, was[name], is[name], name === 'rollout' ? percent : textOf);
  });
}

function segmentSentences({ before, after }: Described): string[] {
  const [was, is] = [dataOf(before), dataOf(after)];
  const where = `of segment ${textOf(was.name)}`;
  return [
    ...changed(`Name ${where}`, was.name, is.name),
    ...changed(`Description ${where}`, was.description, is.description, quoted),
    ...changed(`Project ${where}`, was.project, is.project),
    ...changed(`Constraints ${where}`, was.constraints, is.constraints, constraintsText),
  ];
}

/** None if nothing changed; without the values if they look the same. */
function changed(
  what: string,
  before: unknown,
  after: unknown,
  toText: (value: unknown) => string = textOf,
): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [from, to] = [toText(before) || 'none', toText(after) || 'none'];
  return [from === to ? `${what} changed` : `${what} changed from ${from} to ${to}`];
}

const quoted = (value: unknown) => (textOf(value) === '' ? '' : `"${textOf(value)}"`);
const percent = (value: unknown) => (textOf(value) === '' ? '' : `${textOf(value)}%`);

const tagText = (tag: unknown) => `${textOf(dataOf(tag).type)}:${textOf(dataOf(tag).value)}`;

function parentText(parent: unknown): string {
  const { feature, enabled, variants } = dataOf(parent);
  const off = enabled === false ? ' being off' : '';
  const names = listOf(variants).map(textOf);
  return `${textOf(feature)}${off}${names.length === 0 ? '' : ` with variant ${listed(names, 'or')}`}`;
}

/** The type of a strategy, and its title if it has one. */
function strategyText(strategy: unknown): string {
  const { name, title } = dataOf(strategy);
  return textOf(title) === '' ? textOf(name) : `${textOf(name)} "${textOf(title)}"`;
}

const segmentsText = (segments: unknown) => listed(listOf(segments).map(textOf), 'and');

function variantsText(variants: unknown): string {
  const texts = listOf(variants).map((variant) => {
    const { name, weight } = dataOf(variant);
    return `${textOf(name)} ${typeof weight === 'number' ? weight / 10 : 0}%`;
  });
  return listed(texts, 'and');
}

function constraintsText(constraints: unknown): string {
  return listed(
    listOf(constraints).map((it) => constraintText(dataOf(it))),
    'and',
  );
}

function constraintText({ contextName, operator, value, values, inverted }: Data): string {
  const name = textOf(operator);
  const phrase = Object.hasOwn(operators, name) ? operators[name] : name;
  const operands = listOf(values).map(textOf);
  const operand = operands.length > 0 ? listed(operands, 'or') : textOf(value);
  return `${inverted === true ? 'not ' : ''}${textOf(contextName)} ${phrase} ${operand}`;
}

const listedMax = 10;

/** `a, b and c`; the first ten of a longer list. */
function listed(texts: readonly string[], word: 'and' | 'or'): string {
  const more = texts.length - listedMax;
  const shown = more > 0 ? [...texts.slice(0, listedMax), `${more} more`] : [...texts];
  const last = shown.pop();
  if (last === undefined) return '';
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`;
}
