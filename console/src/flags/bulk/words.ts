import type { FoundFlag } from '../flags/api.ts';
import { isOn, type Protection, type Wanted } from './actions.ts';

/** `1 flag`, `1,234 flags`. */
export const counted = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'flag' : 'flags'}`;

/** The title of the dialog. */
export const titles: Record<Wanted['kind'], string> = {
  switch: 'Switch',
  tags: 'Change the tags of',
  stale: 'Mark',
  archive: 'Archive',
  move: 'Move',
  favorite: 'Change favourites:',
  propose: 'Put into a change request:',
};

/** The label of the button that confirms. */
export function actionText(wanted: Wanted, count: number): string {
  const flags = counted(count);
  switch (wanted.kind) {
    case 'switch':
      return `Switch ${wanted.enabled ? 'on' : 'off'} ${flags}`;
    case 'stale':
      return `Mark ${flags} as ${wanted.stale ? 'stale' : 'not stale'}`;
    case 'propose':
      return `Add ${flags}`;
    case 'tags':
      return `Change tags of ${flags}`;
    case 'favorite':
      return wanted.favorite ? `Make ${flags} favourites` : `Remove ${flags}`;
    default:
      return `${titles[wanted.kind]} ${flags}`;
  }
}

/** The toast after it is done. */
export function doneText(wanted: Wanted, count: number): string {
  const flags = counted(count);
  switch (wanted.kind) {
    case 'switch':
      return `Switched ${wanted.enabled ? 'on' : 'off'} ${flags} in ${wanted.environment}`;
    case 'tags':
      return `Changed the tags of ${flags}`;
    case 'stale':
      return `Marked ${flags} as ${wanted.stale ? 'stale' : 'not stale'}`;
    case 'archive':
      return `Archived ${flags}`;
    case 'move':
      return `Moved ${flags} to ${wanted.project}`;
    case 'favorite':
      return wanted.favorite
        ? `Added ${flags} to your favourites`
        : `Removed ${flags} from your favourites`;
    case 'propose':
      return `Proposed changes of ${flags}`;
  }
}

type Context = {
  flags: readonly FoundFlag[];
  protection: Protection;
  /** The environments of the type production. */
  production: ReadonlySet<string>;
};

/** What to know before confirming: production, and where approval is needed. */
export function warningsOf(wanted: Wanted, context: Context): string[] {
  switch (wanted.kind) {
    case 'switch':
      return [...ofSwitch(wanted, context), ...ofApproval(context, wanted.environment)];
    case 'archive':
      return [...ofArchive(context), ...ofApproval(context, undefined)];
    case 'propose':
      return context.production.has(wanted.environment)
        ? [`${wanted.environment} is a production environment.`]
        : [];
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
    ...(production.has(environment) ? [`${environment} is a production environment.`] : []),
    ...(same > 0
      ? [`${same} of them ${same === 1 ? 'is' : 'are'} already ${enabled ? 'on' : 'off'}.`]
      : []),
  ];
}

const ofArchive = ({ flags, production }: Context): string[] =>
  [...production]
    .map((name) => ({ name, count: flags.filter((flag) => isOn(flag, name)).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `On in ${name}, a production environment: ${counted(count)}.`);

/** Without an environment, any protected one of a project counts. */
function ofApproval({ flags, protection }: Context, environment: string | undefined): string[] {
  const nameIn = (project: string) =>
    protection.get(project)?.find((each) => environment === undefined || each === environment);
  const names = new Set([...protection.keys()].map(nameIn).filter((name) => name !== undefined));
  return [...names].map((name) => {
    const projects = [...protection.keys()].filter((project) => nameIn(project) === name);
    const count = flags.filter(({ project }) => projects.includes(project)).length;
    const requests = projects.length === 1 ? 'request' : 'requests, one for each project';
    return `Changes in ${name} of ${listed(projects)} need approval: ${counted(count)} will be added to your change ${requests}.`;
  });
}

const listedMax = 5;

function listed(projects: readonly string[]): string {
  const more = projects.length - listedMax;
  const names = projects.slice(0, listedMax).join(', ');
  return `project${projects.length === 1 ? '' : 's'} ${names}${more > 0 ? ` and ${more} more` : ''}`;
}
