import type {
  Change,
  ChangeRequest,
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

/** A proposed title that nobody edited is removed when the changes change. */
export const titleOf = (request: Request, title: string): NewTitle => ({
  title,
  composed: title === proposedTitle(request),
});

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

type Strategy = { parameters?: { rollout?: string } };

function phraseOf(change: Change): string {
  if (change.action !== 'updateStrategy') return text.phrase(changeSentence(change));
  const { snapshot, parameters } = change.payload as Strategy & { snapshot?: Strategy };
  const [from, to] = [snapshot?.parameters?.rollout, parameters?.rollout];
  if (from === undefined || to === undefined || from === to) {
    return text.phrase(changeSentence(change));
  }
  return text.rollout(from, to);
}

const shortened = (title: string) =>
  title.length > titleMax ? `${title.slice(0, titleMax - 1)}…` : title;
