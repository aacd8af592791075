import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { diffOf } from '../../ui/diff.ts';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.tsx';

const text = texts.comparison.rows;
const { common } = ui;

type Environment = Flag['environments'][number];
type Strategy = Environment['strategies'][number];

export type Mark = 'changed' | 'added' | 'removed';

/** A value on both sides; undefined where it is absent. */
export type Row<Value> = {
  key: string;
  label: string;
  before: Value | undefined;
  after: Value | undefined;
  mark: Mark | undefined;
};

export const rowOf = <Value>(
  label: string,
  before: Value | undefined,
  after: Value | undefined,
  key = label,
): Row<Value> => ({ key, label, before, after, mark: markOf(before, after) });

function markOf(before: unknown, after: unknown): Mark | undefined {
  if (diffOf(before, after).length === 0) return undefined;
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** What belongs to no environment, as texts. */
export function settingRows(before: Flag | undefined, after: Flag): Row<string>[] {
  const row = (label: string, textOf: (flag: Flag) => string) =>
    rowOf(label, (before && textOf(before)) || undefined, textOf(after) || undefined);
  return [
    row(common.project, ({ project }) => project),
    row(common.type, ({ type }) => type),
    row(common.description, ({ description }) => description ?? ''),
    row(text.stale, ({ stale }) => yesOrNo(stale)),
    row(text.impressionData, ({ impressionData }) => (impressionData ? common.on : common.off)),
    row(text.archived, ({ archived }) => yesOrNo(archived)),
    row(text.tags, ({ tags }) => tags.map(({ type, value }) => `${type}:${value}`).join(', ')),
    row(text.dependsOn, ({ dependencies }) => dependencies.map(parentText).join(', ')),
    row(text.links, ({ links }) => links.map(({ title, url }) => title || url).join(', ')),
  ];
}

const yesOrNo = (value: boolean) => (value ? common.yes : common.no);

function parentText({ feature, enabled, variants }: Flag['dependencies'][number]): string {
  if (!enabled) return text.parentOff(feature);
  return variants.length === 0 ? feature : text.parentVariants(feature, variants);
}

type ComparedStrategy = Omit<Strategy, 'id' | 'featureName' | 'sortOrder'>;

/** The strategies of both sides, paired. */
export function strategyRows(
  before: readonly Strategy[] = [],
  after: readonly Strategy[] = [],
): Row<ComparedStrategy>[] {
  const left = [...before];
  const take = (matches: (strategy: Strategy) => boolean) => {
    const index = left.findIndex(matches);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const same = after.map(({ id }) => take((each) => each.id === id));
  // A strategy that was restored by a change request has another id.
  const pairs = after.map((strategy, index) => ({
    after: strategy,
    before: same[index] ?? take((each) => isSame(each, strategy)),
  }));
  const rows = [...pairs, ...left.map((strategy) => ({ before: strategy, after: undefined }))];
  return rows.map((pair, index) =>
    rowOf(
      text.strategy(index + 1),
      pair.before && contentOf(pair.before),
      pair.after && contentOf(pair.after),
      pair.after?.id ?? pair.before?.id,
    ),
  );
}

const contentOf = ({ id: _, featureName: __, sortOrder: ___, ...content }: Strategy) => content;

const isSame = (one: Strategy, other: Strategy) =>
  diffOf(contentOf(one), contentOf(other)).length === 0;

/** The environments of both sides, in the order of the later one. */
export function environmentNames(before: Flag | undefined, after: Flag): string[] {
  const all = [...after.environments, ...(before?.environments ?? [])];
  return [...new Set(all.map(({ name }) => name))];
}

export const environmentIn = (flag: Flag | undefined, environment: string) =>
  flag?.environments.find(({ name }) => name === environment);
