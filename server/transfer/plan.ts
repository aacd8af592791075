import { assertUrlFriendly, type ProjectLimits, refuseName } from '../flags/flags/rules.ts';
import type { FlagUpdate, NewFlag } from '../flags/flags/schema.ts';
import type { FlagLink } from '../flags/links/schema.ts';
import type { StoredStrategy, StrategyData } from '../flags/strategies/rules.ts';
import type { Variant } from '../flags/strategies/schema.ts';
import type { FlagTag } from '../flags/tags/rules.ts';
import { isSame, normalizeVariants } from '../flags/variants/rules.ts';
import { nameTestOf } from '../projects/projects/naming-pattern.ts';
import { type Definitions, type Known, planDefinitions } from './definitions.ts';
import {
  type DependencyChange,
  type DependencyContext,
  type LinkChange,
  planDependencyChange,
  planLinkChange,
  planTagChange,
  type TagChange,
} from './relations.ts';
import {
  byName,
  collectProblems,
  type Located,
  type Problem,
  type StoredDependency,
  type StoredFlag,
  type StoredState,
} from './rules.ts';
import type {
  ImportedDocument,
  ImportedEnvironment,
  ImportedFlag,
  ImportedStrategy,
} from './schema.ts';
import { planStrategies, type StrategyChange } from './strategies.ts';

/** The stored data of the project and environment that a document is imported into. */
export type Target = Known & {
  environment: string;
  limits: ProjectLimits;
  activeFlags: number;
  stickiness: string;
  strategyTypes: readonly string[];
  flagTypes: readonly string[];
  defaultStrategy: StrategyData;
  flags: readonly StoredFlag[];
  states: readonly StoredState[];
  strategies: readonly StoredStrategy[];
  tags: readonly FlagTag[];
  dependencies: readonly StoredDependency[];
  links: ReadonlyMap<string, readonly FlagLink[]>;
};

/** The changes of one flag. */
export type FlagStep = {
  name: string;
  create?: NewFlag;
  update?: FlagUpdate;
  strategies: StrategyChange[];
  variants?: Variant[];
  /** The state after the import, undefined if omitted; `switches` if it differs from the stored. */
  enabled: boolean | undefined;
  switches: boolean;
  tags: TagChange;
  dependency?: DependencyChange;
  links: LinkChange;
};

export type Plan = Definitions & {
  problems: Problem[];
  warnings: Problem[];
  steps: FlagStep[];
  created: string[];
  updated: string[];
  unchanged: string[];
};

type Findings = { problems: Problem[]; warnings: Problem[] };

/** All changes of the import, and the problems that prevent it. */
export function planImport(document: ImportedDocument, target: Target): Plan {
  const findings: Findings = { problems: [], warnings: [] };
  const { problems, warnings } = findings;
  const definitions = planDefinitions(document, target, findings);
  const flags = readFlags(document.features, target, findings);
  const plannerOf = flagPlanner(document, { target, definitions, flags, problems });
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
  checkNewFlags(created, target, flags.wanted, problems);
  return {
    ...definitions,
    problems,
    warnings,
    steps: changing,
    created,
    updated,
    unchanged: steps.filter((step) => !isChange(step)).map(({ name }) => name),
  };
}

type Wanted = ReadonlyMap<string, Located<ImportedFlag> & { stored: StoredFlag | undefined }>;
type Flags = { wanted: Wanted; named: ReadonlySet<string> };

/** The flags to import; archived ones are skipped with their configuration. */
function readFlags(
  rows: readonly ImportedFlag[],
  target: Target,
  { problems, warnings }: Findings,
): Flags {
  const list = {
    path: '/body/data/features',
    member: 'name',
    nameOf: ({ name }: ImportedFlag) => name,
  };
  const found = byName(rows, list, problems);
  const storedByName = new Map(target.flags.map((flag) => [flag.name, flag]));
  const wanted = new Map<string, Located<ImportedFlag> & { stored: StoredFlag | undefined }>();
  for (const [name, { row, path }] of found) {
    const stored = storedByName.get(name);
    const { type } = row;
    if (stored && stored.project !== target.project) {
      const message = 'The flag is in another project';
      problems.push({ item: name, message, path: `${path}/name` });
    } else if (row.archived === true || (stored && stored.archivedAt !== null)) {
      warnings.push({
        item: name,
        message: 'The flag is archived and will be skipped',
        path,
      });
    } else {
      wanted.set(name, { row, path, stored });
    }
    if (type !== undefined && !target.flagTypes.includes(type)) {
      const message = `Flag type "${type}" does not exist.`;
      problems.push({ item: name, message, path: `${path}/type` });
    }
  }
  return { wanted, named: new Set(found.keys()) };
}

type Context = { target: Target; definitions: Definitions; flags: Flags; problems: Problem[] };

/** Groups all lists by flag once, so that the work is linear in the size of the document. */
function flagPlanner(document: ImportedDocument, context: Context) {
  const { target, definitions, flags, problems } = context;
  const grouped = groupRows(document, flags.named, problems);
  const states = new Map(target.states.map((state) => [state.flag, state]));
  const stored = groupBy(target.strategies, ({ featureName }) => featureName);
  const tags = groupBy(target.tags, ({ flag }) => flag);
  const dependencies = dependencyContext(grouped.dependencies, context);

  return (
    name: string,
    flag: Located<ImportedFlag> & { stored: StoredFlag | undefined },
  ): FlagStep => {
    const environment = grouped.environments.get(name);
    const state = states.get(name) ?? { enabled: false, variants: [] };
    const enabled = environment?.row.enabled;
    const variants = environment && planVariants(name, environment, state.variants, problems);
    const dependency = document.dependencies && planDependencyChange(name, dependencies, problems);
    return {
      name,
      ...(flag.stored ? planUpdate(flag.row, flag.stored) : { create: newFlagOf(flag.row) }),
      strategies: planStrategies(
        { name, enabled: enabled === true, path: (environment ?? flag).path },
        grouped.strategies.get(name) ?? [],
        { stored: stored.get(name) ?? [], target, definitions },
        problems,
      ),
      ...(variants === undefined ? {} : { variants }),
      enabled,
      switches: enabled !== undefined && enabled !== state.enabled,
      tags: document.featureTags
        ? planTagChange(
            name,
            grouped.tags.get(name) ?? [],
            { stored: tags.get(name) ?? [], types: definitions.tagTypes },
            problems,
          )
        : { added: [], removed: [] },
      ...(dependency === undefined ? {} : { dependency }),
      links: document.links
        ? planLinkChange(name, grouped.links.get(name), target.links.get(name) ?? [], problems)
        : { added: [], removed: [] },
    };
  };
}

/** The rows of each flag; a row of a flag outside the document is a problem. */
function groupRows(document: ImportedDocument, named: ReadonlySet<string>, problems: Problem[]) {
  const check = <R>(
    rows: readonly R[] = [],
    list: { path: string; member: string; nameOf: (row: R) => string },
  ) => {
    rows.forEach((row, index) => {
      if (named.has(list.nameOf(row))) return;
      const path = `${list.path}/${index}/${list.member}`;
      problems.push({ item: list.nameOf(row), message: 'The flag is not in the document', path });
    });
    return { rows, list };
  };
  const many = <R>({ rows, list }: ReturnType<typeof check<R>>) =>
    groupBy(
      rows.map((row, index): Located<R> => ({ row, path: `${list.path}/${index}` })),
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
        path: at('featureStrategies'),
        ...ofFlag,
      }),
    ),
    tags: many(check(document.featureTags, { path: at('featureTags'), ...ofFlag })),
    environments: one(
      check(document.featureEnvironments, { path: at('featureEnvironments'), ...ofState }),
    ),
    dependencies: one(check(document.dependencies, { path: at('dependencies'), ...ofFeature })),
    links: one(check(document.links, { path: at('links'), ...ofFeature })),
  };
}

function dependencyContext(
  entries: DependencyContext['entries'],
  { target, flags }: Context,
): DependencyContext {
  return {
    project: target.project,
    entries,
    parents: new Map(target.dependencies.map((it) => [it.child, it])),
    children: groupBy(target.dependencies, ({ parent }) => parent),
    imported: new Set(flags.wanted.keys()),
    stored: new Map(target.flags.map((flag) => [flag.name, flag])),
  };
}

/** Undefined if unchanged. */
function planVariants(
  flag: string,
  { row, path }: Located<ImportedEnvironment>,
  stored: readonly Variant[],
  problems: Problem[],
): Variant[] | undefined {
  const { variants } = row;
  if (variants === undefined) return undefined;
  const settled = collectProblems(problems, { item: flag, path: `${path}/variants` }, () =>
    normalizeVariants(variants, '/body'),
  );
  return settled && !isSame(settled, stored) ? settled : undefined;
}

const newFlagOf = ({ name, createdAt, ...row }: ImportedFlag): NewFlag => ({
  name,
  ...describedBy(row),
  ...(createdAt ? { createdAt } : {}),
});

/** Omitted members are unchanged. */
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

/** The name, the naming pattern and the flag limit of the project apply to new flags. */
function checkNewFlags(
  names: readonly string[],
  { limits, activeFlags }: Target,
  wanted: Wanted,
  problems: Problem[],
): void {
  const isAccepted = nameTestOf(limits.pattern);
  for (const name of names) {
    const path = wanted.get(name)?.path ?? '';
    collectProblems(problems, { item: name, path }, () => {
      assertUrlFriendly(name, '/body/name');
      if (!isAccepted(name)) throw refuseName(limits, name, '/body/name');
    });
  }
  const room =
    limits.flagLimit === null ? Number.POSITIVE_INFINITY : limits.flagLimit - activeFlags;
  if (names.length <= room) return;
  const message = `The flag limit of the project is ${limits.flagLimit}; it has ${activeFlags}`;
  problems.push({ item: limits.id, message, path: '/body/data/features' });
}

const isChange = (step: FlagStep) =>
  step.create !== undefined ||
  step.update !== undefined ||
  step.variants !== undefined ||
  step.dependency !== undefined ||
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
