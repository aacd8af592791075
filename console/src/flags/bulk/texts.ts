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
    ...(same > 0 ? [`${counted(same)} of them: already ${enabled ? 'on' : 'off'}.`] : []),
  ];
}

const ofArchive = ({ flags, production }: Context): string[] =>
  [...production]
    .map((name) => ({ name, count: flags.filter((flag) => isOn(flag, name)).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `On in ${name}, a production environment: ${counted(count)}.`);

/** Without an environment, any protected one of the project counts. */
function ofApproval({ flags, protection }: Context, environment: string | undefined): string[] {
  return [...protection]
    .map(([project, names]) => ({
      project,
      name: environment === undefined ? names[0] : names.find((each) => each === environment),
      count: flags.filter((flag) => flag.project === project).length,
    }))
    .filter(({ name }) => name !== undefined)
    .map(
      ({ project, name, count }) =>
        `Changes in ${name} of project ${project} need approval: ${counted(count)} will be added to your change request.`,
    );
}
