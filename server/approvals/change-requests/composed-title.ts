import { actionText } from '../../events/catalogue/words.ts';
import { isOfStrategy } from '../previews/rules.ts';
import { type ChangeRow, subjectOf } from './rules.ts';

type TitledChange = Pick<ChangeRow, 'action' | 'payload' | 'flag' | 'segmentId' | 'base'>;
type Titled = { environment: string; changes: readonly Omit<ChangeRow, 'author' | 'createdAt'>[] };

const titleMax = 255;
const namesMax = 3;

/** Describes the changes as the console does: `checkout: rollout 25% → 50% in production`. */
export function composeTitle({ environment, changes }: Titled): string {
  const names = [...new Set(changes.map(subjectOf))];
  const phrases = changes.map(phraseOf);
  const described =
    names.length === 1 || new Set(phrases).size === 1
      ? [...new Set(phrases)].join(', ')
      : `${changes.length} changes`;
  const title = `${listed(names)}: ${described} in ${environment}`;
  return title.length > titleMax ? `${title.slice(0, titleMax - 1)}…` : title;
}

function phraseOf({ action, payload, base }: TitledChange): string {
  const [from, to] = [rolloutOf(base), rolloutOf(payload)];
  if (isOfStrategy(action) && from !== undefined && to !== undefined && from !== to) {
    return `rollout ${from}% → ${to}%`;
  }
  return actionText(action, payload as Record<string, unknown>);
}

const rolloutOf = (strategy: unknown) =>
  (strategy as { parameters?: { rollout?: string } } | null)?.parameters?.rollout;

function listed(names: readonly string[]): string {
  const others = names.length - namesMax;
  const shown = others > 0 ? names.slice(0, namesMax) : names.slice(0, -1);
  const last = others > 0 ? `${others} ${others === 1 ? 'other' : 'others'}` : names.at(-1);
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`;
}
