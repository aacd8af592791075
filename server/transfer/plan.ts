import { assertUrlFriendly, type ProjectLimits, refuseName } from '../flags/flags/rules.ts';
import type { FlagUpdate, NewFlag } from '../flags/flags/schema.ts';
import type { FlagLink } from '../flags/links/schema.ts';
import type { StoredStrategy, StrategyData } from '../flags/strategies/rules.ts';
import type { Variant } from '../flags/strategies/schema.ts';
import type { FlagTag } from '../flags/tags/rules.ts';
import { isSame, settleVariants } from '../flags/variants/rules.ts';
import { matchName } from '../projects/projects/naming-pattern.ts';
import {
  type Family,
  type LinkChange,
  planLinkChange,
  planTagChange,
  planTieChange,
  type TagChange,
  type TieChange,
} from './relations.ts';
import {
  byName,
  noting,
  type Placed,
  type Problem,
  type StoredFlag,
  type StoredState,
  type Tie,
} from './rules.ts';
import type {
  ImportedDocument,
  ImportedEnvironment,
  ImportedFlag,
  ImportedStrategy,
} from './schema.ts';
import { planStrategies, type StrategyChange } from './strategies.ts';
import { type Known, planVocabulary, type Vocabulary } from './vocabulary.ts';

/** What there is in the place that a document comes into. */
export type Target = Known & {
  environment: string;
  limits: ProjectLimits;
  liveFlags: number;
  stickiness: string;
  strategyTypes: readonly string[];
  flagTypes: readonly string[];
  defaultStrategy: StrategyData;
  flags: readonly StoredFlag[];
  states: readonly StoredState[];
  strategies: readonly StoredStrategy[];
  tags: readonly FlagTag[];
  ties: readonly Tie[];
  links: ReadonlyMap<string, readonly FlagLink[]>;
};

/** What is to be done to one flag. */
export type FlagStep = {
  name: string;
  create?: NewFlag;
  update?: FlagUpdate;
  strategies: StrategyChange[];
  variants?: Variant[];
  /** What the switch is in the end, whether it changes, and undefined when it is left alone. */
  enabled: boolean | undefined;
  switches: boolean;
  tags: TagChange;
  tie?: TieChange;
  links: LinkChange;
};

export type Plan = Vocabulary & {
  problems: Problem[];
  warnings: Problem[];
  steps: FlagStep[];
  created: string[];
  updated: string[];
  unchanged: string[];
};

type Findings = { problems: Problem[]; warnings: Problem[] };

/** Everything that importing the document would do, or all that keeps it from being done. */
export function planImport(document: ImportedDocument, target: Target): Plan {
  const findings: Findings = { problems: [], warnings: [] };
  const { problems, warnings } = findings;
  const vocabulary = planVocabulary(document, target, findings);
  const flags = readFlags(document.features, target, findings);
  const plannerOf = flagPlanner(document, { target, vocabulary, flags, problems });
  const steps = [...flags.wanted].map(([name, flag]) => plannerOf(name, flag));
  const changing = steps.filter(isChange);
  const created = changing.filter(({ create }) => create).map(({ name }) => name);
  const updated = changing.filter(({ create }) => !create).map(({ name }) => name);
  warnings.push(
    ...updated.map((item) => ({
      item,
      message: 'The flag exists and will be updated',
      path: '/body/data/features',
    })),
  );
  assertNewcomers(created, target, flags.wanted, problems);
  return {
    ...vocabulary,
    problems,
    warnings,
    steps: changing,
    created,
    updated,
    unchanged: steps.filter((step) => !isChange(step)).map(({ name }) => name),
  };
}

type Wanted = ReadonlyMap<string, Placed<ImportedFlag> & { stored: StoredFlag | undefined }>;
type Flags = { wanted: Wanted; named: ReadonlySet<string> };

/** Those that can be imported; archived ones are skipped with all that belongs to them. */
function readFlags(
  rows: readonly ImportedFlag[],
  target: Target,
  { problems, warnings }: Findings,
): Flags {
  const list = {
    place: '/body/data/features',
    member: 'name',
    nameOf: ({ name }: ImportedFlag) => name,
  };
  const found = byName(rows, list, problems);
  const storedByName = new Map(target.flags.map((flag) => [flag.name, flag]));
  const wanted = new Map<string, Placed<ImportedFlag> & { stored: StoredFlag | undefined }>();
  for (const [name, { row, place }] of found) {
    const stored = storedByName.get(name);
    const { type } = row;
    if (stored && stored.project !== target.project) {
      const message = 'The flag is in another project';
      problems.push({ item: name, message, path: `${place}/name` });
    } else if (row.archived === true || (stored && stored.archivedAt !== null)) {
      warnings.push({
        item: name,
        message: 'The flag is archived and will be skipped',
        path: place,
      });
    } else {
      wanted.set(name, { row, place, stored });
    }
    if (type !== undefined && !target.flagTypes.includes(type)) {
      const message = `Flag type "${type}" does not exist.`;
      problems.push({ item: name, message, path: `${place}/type` });
    }
  }
  return { wanted, named: new Set(found.keys()) };
}

type Context = { target: Target; vocabulary: Vocabulary; flags: Flags; problems: Problem[] };

/** Sorts all lists by flag once, so that the work grows with the document and no faster. */
function flagPlanner(document: ImportedDocument, context: Context) {
  const { target, vocabulary, flags, problems } = context;
  const grouped = groupRows(document, flags.named, problems);
  const states = new Map(target.states.map((state) => [state.flag, state]));
  const stored = groupBy(target.strategies, ({ featureName }) => featureName);
  const tags = groupBy(target.tags, ({ flag }) => flag);
  const family = familyOf(grouped.dependencies, context);

  return (
    name: string,
    flag: Placed<ImportedFlag> & { stored: StoredFlag | undefined },
  ): FlagStep => {
    const environment = grouped.environments.get(name);
    const state = states.get(name) ?? { enabled: false, variants: [] };
    const enabled = environment?.row.enabled;
    const variants = environment && planVariants(name, environment, state.variants, problems);
    const tie = document.dependencies && planTieChange(name, family, problems);
    return {
      name,
      ...(flag.stored ? planUpdate(flag.row, flag.stored) : { create: newFlagOf(flag.row) }),
      strategies: planStrategies(
        { name, enabled: enabled === true, place: (environment ?? flag).place },
        grouped.strategies.get(name) ?? [],
        { stored: stored.get(name) ?? [], target, vocabulary },
        problems,
      ),
      ...(variants === undefined ? {} : { variants }),
      enabled,
      switches: enabled !== undefined && enabled !== state.enabled,
      tags: document.featureTags
        ? planTagChange(
            name,
            grouped.tags.get(name) ?? [],
            { stored: tags.get(name) ?? [], types: vocabulary.tagTypes },
            problems,
          )
        : { added: [], removed: [] },
      ...(tie === undefined ? {} : { tie }),
      links: document.links
        ? planLinkChange(name, grouped.links.get(name), target.links.get(name) ?? [], problems)
        : { added: [], removed: [] },
    };
  };
}

/** Every row by its flag, which must be in the document too. */
function groupRows(document: ImportedDocument, named: ReadonlySet<string>, problems: Problem[]) {
  const check = <R>(
    rows: readonly R[] = [],
    list: { place: string; member: string; nameOf: (row: R) => string },
  ) => {
    rows.forEach((row, index) => {
      if (named.has(list.nameOf(row))) return;
      const path = `${list.place}/${index}/${list.member}`;
      problems.push({ item: list.nameOf(row), message: 'is not a flag of the document', path });
    });
    return { rows, list };
  };
  const many = <R>({ rows, list }: ReturnType<typeof check<R>>) =>
    groupBy(
      rows.map((row, index): Placed<R> => ({ row, place: `${list.place}/${index}` })),
      ({ row }) => list.nameOf(row),
    );
  const at = (name: string) => `/body/data/${name}`;
  const ofFlag = { member: 'featureName', nameOf: (it: { featureName: string }) => it.featureName };
  const ofFeature = { member: 'feature', nameOf: (it: { feature: string }) => it.feature };
  const ofState = {
    member: 'featureName',
    nameOf: (it: ImportedEnvironment) => it.featureName ?? it.name,
  };
  const one = <R>({ rows, list }: ReturnType<typeof check<R>>) => byName(rows, list, problems);
  return {
    strategies: many(
      check<ImportedStrategy>(document.featureStrategies, {
        place: at('featureStrategies'),
        ...ofFlag,
      }),
    ),
    tags: many(check(document.featureTags, { place: at('featureTags'), ...ofFlag })),
    environments: one(
      check(document.featureEnvironments, { place: at('featureEnvironments'), ...ofState }),
    ),
    dependencies: one(check(document.dependencies, { place: at('dependencies'), ...ofFeature })),
    links: one(check(document.links, { place: at('links'), ...ofFeature })),
  };
}

function familyOf(entries: Family['entries'], { target, flags }: Context): Family {
  return {
    project: target.project,
    entries,
    ties: new Map(target.ties.map((tie) => [tie.child, tie])),
    children: groupBy(target.ties, ({ parent }) => parent),
    imported: new Set(flags.wanted.keys()),
    stored: new Map(target.flags.map((flag) => [flag.name, flag])),
  };
}

/** Undefined when they stay as they are. */
function planVariants(
  flag: string,
  { row, place }: Placed<ImportedEnvironment>,
  stored: readonly Variant[],
  problems: Problem[],
): Variant[] | undefined {
  const { variants } = row;
  if (variants === undefined) return undefined;
  const settled = noting(problems, { item: flag, place: `${place}/variants` }, () =>
    settleVariants(variants, '/body'),
  );
  return settled && !isSame(settled, stored) ? settled : undefined;
}

const newFlagOf = ({ name, createdAt, ...row }: ImportedFlag): NewFlag => ({
  name,
  ...describedBy(row),
  ...(createdAt ? { createdAt } : {}),
});

/** Members that the document leaves out keep their value. */
function planUpdate(row: ImportedFlag, stored: StoredFlag): { update?: FlagUpdate } {
  const wanted = describedBy(row);
  const keys = Object.keys(wanted) as (keyof typeof wanted)[];
  return keys.some((key) => wanted[key] !== stored[key]) ? { update: wanted } : {};
}

const describedBy = ({ type, description, stale, impressionData }: Omit<ImportedFlag, 'name'>) => ({
  ...(type === undefined ? {} : { type }),
  ...(description === undefined ? {} : { description }),
  ...(stale === undefined ? {} : { stale }),
  ...(impressionData === undefined ? {} : { impressionData }),
});

/** What a project asks of flags that are new in it. */
function assertNewcomers(
  names: readonly string[],
  { limits, liveFlags }: Target,
  wanted: Wanted,
  problems: Problem[],
): void {
  let patternWorks = true;
  for (const name of names) {
    const place = wanted.get(name)?.place ?? '';
    noting(problems, { item: name, place }, () => {
      assertUrlFriendly(name, '/body/name');
      if (limits.pattern === null) return;
      const verdict = patternWorks ? matchName(limits.pattern, name) : 'too slow';
      // A pattern that takes too long for one name is not tried on thousands.
      if (verdict === 'too slow') patternWorks = false;
      if (verdict !== 'fits') throw refuseName(limits, name, '/body/name');
    });
  }
  const room = limits.flagLimit === null ? Number.POSITIVE_INFINITY : limits.flagLimit - liveFlags;
  if (names.length <= room) return;
  const message = `The project may hold ${limits.flagLimit} flags and has ${liveFlags} already`;
  problems.push({ item: limits.id, message, path: '/body/data/features' });
}

const isChange = (step: FlagStep) =>
  step.create !== undefined ||
  step.update !== undefined ||
  step.variants !== undefined ||
  step.tie !== undefined ||
  step.switches ||
  [step.strategies, ...Object.values(step.tags), ...Object.values(step.links)].some(
    (changes) => changes.length > 0,
  );

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
