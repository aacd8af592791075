import type { NewChange } from '../../../../server/approvals/change-requests/schema.ts';
import { reviveFlag } from '../flag/api.ts';
import { proposeChange, setFavorite } from '../flags/api.ts';
import type { SelectedFlag } from '../flags/selected.ts';
import {
  archiveFlags,
  deleteFlags,
  markFlags,
  moveFlag,
  reviveFlags,
  switchFlags,
  type TagKey,
  tagFlags,
} from './api.ts';
import type { Batch } from './run.ts';

/** What is to be done with the selected flags. */
export type Wanted =
  | { kind: 'switch'; environment: string; enabled: boolean }
  | { kind: 'tags'; added: readonly TagKey[]; removed: readonly TagKey[] }
  | { kind: 'stale'; stale: boolean }
  | { kind: 'archive' }
  | { kind: 'revive' }
  /** `typed` is what was typed to confirm it. */
  | { kind: 'delete'; typed: string }
  | { kind: 'move'; project: string }
  | { kind: 'favorite'; favorite: boolean }
  | { kind: 'propose'; environment: string; change: 'on' | 'off' | 'archive' };

/** The environments of each project in which changes need a change request. */
export type Protection = ReadonlyMap<string, readonly string[]>;

/** A batch takes about as long as a page of the list, so that progress shows. */
const perBatch = 100;

type FlagBatch = Batch<SelectedFlag>;

export function batchesOf(
  wanted: Wanted,
  flags: readonly SelectedFlag[],
  protection: Protection,
): FlagBatch[] {
  switch (wanted.kind) {
    case 'switch':
      return switching(wanted, flags, protection);
    case 'archive':
      return perProject(childrenFirst(flags), (project) => {
        const environment = proposedIn(wanted, protection, project);
        return environment === undefined
          ? direct((names) => archiveFlags(project, names))
          : proposal(project, environment, archiveChange);
      });
    case 'propose': {
      const { environment, change } = wanted;
      const changeOf = change === 'archive' ? archiveChange : switchChange(change === 'on');
      return perProject(flags, (project) => proposal(project, environment, changeOf));
    }
    case 'tags':
      return tagging(flags, { addedTags: wanted.added, removedTags: wanted.removed });
    case 'stale':
      return marking(flags, wanted.stale);
    case 'revive':
      return inEachProject(flags, reviveFlags);
    case 'delete':
      return inEachProject(flags, deleteFlags);
    case 'move':
      return one(flags, ({ project, name }) => moveFlag(project, name, wanted.project));
    case 'favorite':
      return one(flags, favoriting(wanted.favorite));
  }
}

/** The environment whose change request gets the action in the project; undefined where it is direct. */
export function proposedIn(
  wanted: Wanted,
  protection: Protection,
  project: string,
): string | undefined {
  const environments = protection.get(project) ?? [];
  if (wanted.kind === 'archive') return environments[0];
  if (wanted.kind === 'switch') return environments.find((each) => each === wanted.environment);
  return wanted.kind === 'propose' ? wanted.environment : undefined;
}

/** What restores the flags as they were, each list of batches after the one before; nothing where that is impossible. */
export function undoOf(wanted: Wanted, flags: readonly SelectedFlag[]): FlagBatch[][] {
  switch (wanted.kind) {
    case 'switch':
      return [switched(flags, wanted.environment, wanted.enabled)];
    case 'archive':
      return [one(flags, ({ name }) => reviveFlag(name)), switchedOnAgain(flags)];
    case 'revive':
      return [inEachProject(childrenFirst(flags), archiveFlags)];
    case 'tags':
      return [
        wanted.added.flatMap((tag) =>
          tagging(
            flags.filter((flag) => !hasTag(flag, tag)),
            { addedTags: [], removedTags: [tag] },
          ),
        ),
        wanted.removed.flatMap((tag) =>
          tagging(
            flags.filter((flag) => hasTag(flag, tag)),
            { addedTags: [tag], removedTags: [] },
          ),
        ),
      ];
    case 'stale': {
      const others = flags.filter((flag) => isMarked(flag) !== wanted.stale);
      return [marking(others, !wanted.stale)];
    }
    case 'move':
      return [one(flags, ({ project, name }) => moveFlag(wanted.project, name, project))];
    case 'favorite': {
      const others = flags.filter(({ favorite }) => favorite !== wanted.favorite);
      return [one(others, favoriting(!wanted.favorite))];
    }
    case 'propose':
    case 'delete':
      return [];
  }
}

/** The flag as it is in the list afterwards; undefined where the action takes it away. */
export function flagAfter(wanted: Wanted, flag: SelectedFlag): SelectedFlag | undefined {
  switch (wanted.kind) {
    case 'switch': {
      const { environment, enabled } = wanted;
      const environments = flag.environments.map((each) =>
        each.name === environment ? { ...each, enabled } : each,
      );
      return { ...flag, environments };
    }
    case 'tags': {
      const { added, removed } = wanted;
      const others = flag.tags.filter((tag) => !has([...added, ...removed], tag));
      return { ...flag, tags: [...others, ...added.map((tag) => ({ ...tag, color: null }))] };
    }
    case 'stale':
      return { ...flag, stale: wanted.stale, potentiallyStale: false };
    case 'favorite':
      return { ...flag, favorite: wanted.favorite };
    case 'propose':
      return flag;
    case 'archive':
    case 'revive':
    case 'delete':
    case 'move':
      return undefined;
  }
}

const switching = (
  wanted: Extract<Wanted, { kind: 'switch' }>,
  flags: readonly SelectedFlag[],
  protection: Protection,
) =>
  perProject(flags, (projectId) => {
    const { environment, enabled } = wanted;
    return proposedIn(wanted, protection, projectId) === undefined
      ? direct((names) => switchFlags({ projectId, environment }, names, enabled))
      : proposal(projectId, environment, switchChange(enabled));
  });

/** Whether a user marked it as stale. */
const isMarked = ({ stale, potentiallyStale }: SelectedFlag) => stale && !potentiallyStale;

type WithSwitches = { environments: readonly { name: string; enabled: boolean }[] };

export const isOn = ({ environments }: WithSwitches, environment: string) =>
  environments.some(({ name, enabled }) => name === environment && enabled);

const has = (tags: readonly TagKey[], tag: TagKey) =>
  tags.some(({ type, value }) => type === tag.type && value === tag.value);

const hasTag = ({ tags }: SelectedFlag, tag: TagKey) => has(tags, tag);

/** A parent is archived only with or after its children. */
const childrenFirst = (flags: readonly SelectedFlag[]) => [
  ...flags.filter(({ dependencyType }) => dependencyType === 'child'),
  ...flags.filter(({ dependencyType }) => dependencyType !== 'child'),
];

type Send = FlagBatch['send'];

const namesOf = (flags: readonly SelectedFlag[]) => flags.map(({ name }) => name);

const direct =
  (send: (names: string[]) => Promise<unknown>): Send =>
  async (flags) => {
    await send(namesOf(flags));
    return undefined;
  };

const proposal =
  (project: string, environment: string, changeOf: (feature: string) => NewChange): Send =>
  async (flags) => {
    const scope = { projectId: project, environment };
    const { id } = await proposeChange(scope, namesOf(flags).map(changeOf));
    return { id, project };
  };

const switchChange =
  (enabled: boolean) =>
  (feature: string): NewChange => ({ feature, action: 'updateEnabled', payload: { enabled } });

const archiveChange = (feature: string): NewChange => ({
  feature,
  action: 'archiveFeature',
  payload: {},
});

const favoriting =
  (favorite: boolean) =>
  ({ project, name }: SelectedFlag) =>
    setFavorite({ projectId: project, featureName: name, favorite });

/** Requests about several flags have one project in their path. */
function perProject(
  flags: readonly SelectedFlag[],
  sendIn: (project: string) => Send,
): FlagBatch[] {
  const projects = [...new Set(flags.map(({ project }) => project))];
  return projects.flatMap((project) => {
    const items = flags.filter((flag) => flag.project === project);
    const send = sendIn(project);
    return chunks(items).map((chunk) => ({ items: chunk, send }));
  });
}

/** Without change requests. */
const inEachProject = (
  flags: readonly SelectedFlag[],
  send: (project: string, names: string[]) => Promise<unknown>,
) => perProject(flags, (project) => direct((names) => send(project, names)));

const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / perBatch) }, (_, index) =>
    items.slice(index * perBatch, (index + 1) * perBatch),
  );

/** Where the API has no request for several flags. */
const one = (
  flags: readonly SelectedFlag[],
  send: (flag: SelectedFlag) => Promise<unknown>,
): FlagBatch[] =>
  flags.map((flag) => ({
    items: [flag],
    send: async () => {
      await send(flag);
      return undefined;
    },
  }));

const switched = (flags: readonly SelectedFlag[], environment: string, before: boolean) =>
  inEachProject(
    flags.filter((flag) => isOn(flag, environment) !== before),
    (projectId, names) => switchFlags({ projectId, environment }, names, !before),
  );

/** Revived flags are off in every environment. */
const switchedOnAgain = (flags: readonly SelectedFlag[]) => {
  const environments = new Set(flags.flatMap((flag) => flag.environments.map(({ name }) => name)));
  return [...environments].flatMap((environment) =>
    inEachProject(
      flags.filter((flag) => isOn(flag, environment)),
      (projectId, names) => switchFlags({ projectId, environment }, names, true),
    ),
  );
};

const tagging = (flags: readonly SelectedFlag[], tags: Parameters<typeof tagFlags>[2]) =>
  inEachProject(flags, (project, names) => tagFlags(project, names, tags));

const marking = (flags: readonly SelectedFlag[], stale: boolean) =>
  inEachProject(flags, (project, names) => markFlags(project, names, stale));
