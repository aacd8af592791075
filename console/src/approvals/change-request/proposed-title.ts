import type {
  Change,
  ChangeRequest,
  HistoryEntry,
  NewTitle,
} from '../../../../server/approvals/change-requests/schema.ts';
import { listSubjects, ownTitle } from '../request-title.ts';
import { texts } from '../texts.tsx';
import { changeSentence } from './change-sentence.ts';

const text = texts.changeRequest.editTitle;

/** As the API has it. */
export const titleMax = 255;

type Request = Pick<ChangeRequest, 'title' | 'environment' | 'features' | 'segments'>;

export const titleOrProposal = (request: Request): string =>
  ownTitle(request) ?? proposedTitle(request);

/** A proposed title that nobody edited is composed again when the changes change. */
export const titleOf = (request: Request, title: string): NewTitle => ({
  title,
  composed: title === proposedTitle(request),
});

type Edit = NonNullable<HistoryEntry['edit']>;

/** Describes how a change was edited: `checkout: rollout 25% → 50% in production`. */
export const describeEdit = (flag: string, edit: Edit, environment: string): string =>
  text.proposed(flag, editPhrase(edit), environment);

function editPhrase({ before, after }: Edit): string {
  const [was, becomes] = [phraseOfAction(before), phraseOfAction(after)];
  if (was !== becomes) return text.replaced(was, becomes);
  return rolloutPhrase(before.payload, after.payload) ?? becomes;
}

/** Describes the changes: `checkout: rollout 25% → 50% in production`. */
const proposedTitle = (request: Request): string => shortened(composed(request));

function composed({ environment, features, segments }: Request): string {
  const [flag, ...others] = features;
  if (flag && others.length + segments.length === 0) {
    return text.proposed(flag.name, flag.changes.map(phraseOf).join(', '), environment);
  }
  const names = [...features, ...segments].map(({ name }) => name);
  const changes = [...features.flatMap((each) => each.changes), ...segments].map(phraseOf);
  if (names.length === 0) return '';
  const same = changes.every((each) => each === changes[0]) ? changes[0] : undefined;
  return text.proposed(
    listSubjects(names),
    same ?? text.severalChanges(changes.length),
    environment,
  );
}

function phraseOf(change: Change): string {
  const { snapshot } = (change.payload ?? {}) as { snapshot?: unknown };
  const rollout = change.action === 'updateStrategy' && rolloutPhrase(snapshot, change.payload);
  return rollout || phraseOfAction(change);
}

const phraseOfAction = (change: Pick<Change, 'action' | 'payload'>) =>
  text.phrase(changeSentence(change));

/** Undefined if it is the same, or not part of both. */
function rolloutPhrase(before: unknown, after: unknown): string | undefined {
  const [from, to] = [rolloutOf(before), rolloutOf(after)];
  return from === undefined || to === undefined || from === to ? undefined : text.rollout(from, to);
}

const rolloutOf = (strategy: unknown) =>
  (strategy as { parameters?: { rollout?: string } } | undefined | null)?.parameters?.rollout;

const shortened = (title: string) =>
  title.length > titleMax ? `${title.slice(0, titleMax - 1)}…` : title;
