import { texts as ui } from '../../ui/texts.ts';
import { timeAgo } from '../../ui/time-ago.tsx';
import type { SelectedFlag } from '../flags/selected.ts';
import { isOn, type Protection, proposedIn, type Wanted } from './actions.ts';
import { texts } from './texts.ts';

export const counted = ui.common.flags;

/** Of the dialog. */
export function titleOf(wanted: Wanted, count: number): string {
  const flags = counted(count);
  if (wanted.kind !== 'stale') return texts.titles[wanted.kind](flags);
  return wanted.stale ? texts.confirm.stale(flags) : texts.confirm.notStale(flags);
}

/** The label of the button that confirms. */
export function actionText(wanted: Wanted, count: number, proposed: boolean): string {
  const { confirm } = texts;
  const flags = counted(count);
  if (proposed) return confirm.propose(flags);
  switch (wanted.kind) {
    case 'switch':
      return wanted.enabled ? confirm.switchOn(flags) : confirm.switchOff(flags);
    case 'stale':
      return wanted.stale ? confirm.stale(flags) : confirm.notStale(flags);
    case 'favorite':
      return wanted.favorite ? confirm.favorite(flags) : confirm.notFavorite(flags);
    default:
      return confirm[wanted.kind](flags);
  }
}

/** The toast after it is done. */
export function doneText(
  wanted: Wanted,
  count: number,
  projectName: (id: string) => string,
): string {
  const { done } = texts;
  const flags = counted(count);
  switch (wanted.kind) {
    case 'switch':
      return wanted.enabled
        ? done.switchedOn(flags, wanted.environment)
        : done.switchedOff(flags, wanted.environment);
    case 'tags':
      return done.tags(flags);
    case 'stale':
      return wanted.stale ? done.stale(flags) : done.notStale(flags);
    case 'archive':
      return done.archived(flags);
    case 'revive':
      return done.revived(flags);
    case 'delete':
      return done.deleted(flags);
    case 'move':
      return done.moved(flags, projectName(wanted.project));
    case 'favorite':
      return wanted.favorite ? done.favorite(flags) : done.notFavorite(flags);
    case 'propose':
      return done.proposed(flags);
  }
}

const own = texts.warnings;

type WarnedFlag = Pick<SelectedFlag, 'name' | 'project' | 'lastSeenAt' | 'dependencyType'> & {
  environments: readonly { name: string; enabled: boolean }[];
};

type Context = {
  flags: readonly WarnedFlag[];
  protection: Protection;
  /** The environments of the type production. */
  production: ReadonlySet<string>;
  projectName: (id: string) => string;
};

/** What to know before confirming: production, and where approval is needed. */
export function warningsOf(wanted: Wanted, context: Context): string[] {
  switch (wanted.kind) {
    case 'switch':
      return [...ofSwitch(wanted, context), ...ofApproval(wanted, context)];
    case 'archive':
      return [...archiveWarnings(context), ...ofApproval(wanted, context)];
    case 'propose':
      return [
        ...(context.production.has(wanted.environment) ? [own.production(wanted.environment)] : []),
        ...(wanted.change === 'archive' ? archiveWarnings(context) : []),
      ];
    default:
      return [];
  }
}

function ofSwitch(
  { environment, enabled }: { environment: string; enabled: boolean },
  { flags, production }: Context,
): string[] {
  const same = flags.filter((flag) => isOn(flag, environment) === enabled).length;
  return [
    ...(production.has(environment) ? [own.production(environment)] : []),
    ...(same > 0 ? [own.already(same, enabled)] : []),
  ];
}

/** That flags are on in production, which one an SDK evaluated last, and that dependencies are lost. */
export function archiveWarnings({
  flags,
  production,
}: Pick<Context, 'flags' | 'production'>): string[] {
  const on = [...production]
    .map((name) => ({ name, count: flags.filter((flag) => isOn(flag, name)).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) =>
      flags.length === 1 ? own.oneOnInProduction(name) : own.onInProduction(name, counted(count)),
    );
  const dependent = flags.some(({ dependencyType }) => dependencyType === 'child');
  return [...on, ...ofUse(flags), ...(dependent ? [own.dependencies] : [])];
}

function ofUse(flags: Context['flags']): string[] {
  const seen = flags
    .flatMap(({ name, lastSeenAt }) => (lastSeenAt ? [{ name, lastSeenAt }] : []))
    .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
  const [last] = seen;
  if (last === undefined) return [];
  const ago = timeAgo(last.lastSeenAt, Date.now());
  if (flags.length === 1) return [own.evaluated(ago)];
  return [own.evaluatedLast(seen.length, last.name, ago)];
}

function ofApproval(wanted: Wanted, { flags, protection, projectName }: Context): string[] {
  const nameIn = (project: string) => proposedIn(wanted, protection, project);
  const names = new Set([...protection.keys()].map(nameIn).filter((name) => name !== undefined));
  return [...names].map((name) => {
    const projects = [...protection.keys()].filter((project) => nameIn(project) === name);
    const count = flags.filter(({ project }) => projects.includes(project)).length;
    const text = projects.length === 1 ? own.approvalInProject : own.approvalInProjects;
    return text(name, listed(projects.map(projectName)), counted(count));
  });
}

const listedMax = 5;

function listed(projects: readonly string[]): string {
  const more = projects.length - listedMax;
  const names = projects.slice(0, listedMax).join(', ');
  return more > 0 ? texts.andMore(names, more) : names;
}
