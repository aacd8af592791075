import type { SdkToken } from '../../platform/caller.ts';
import { assertSpeaksDeltas, deltasSince, type Selection, selectionOf } from './rules.ts';
import type { ClientFeaturesQuery } from './schema.ts';

type Asking = {
  sdkToken: SdkToken;
  url: string;
  query: ClientFeaturesQuery;
  headers: Record<string, string | string[] | undefined>;
};

/** An SDK asks the same over and over; more different questions than this are not remembered. */
const questionsPerToken = 100;
const questionLengthMax = 500;

const remembered = new WeakMap<SdkToken, Map<string, Selection>>();

/** What the request asks for; the same object each time, as long as the token is the same. */
export const selectionFor = (asking: Asking): Selection => recall(asking, specVersionOf(asking));

/** The same of a client that follows changes, to which segments are always told apart. */
export function changesSelectionFor(asking: Asking): Selection {
  assertSpeaksDeltas(specVersionOf(asking));
  return recall(asking, deltasSince);
}

function recall({ sdkToken, url, query }: Asking, specVersion: string | undefined): Selection {
  const questions = remembered.get(sdkToken) ?? new Map<string, Selection>();
  const question = `${specVersion} ${url}`;
  const known = questions.get(question);
  if (known) return known;
  const selection = selectionOf(sdkToken, query, specVersion);
  if (question.length > questionLengthMax) return selection;
  if (questions.size >= questionsPerToken) questions.clear();
  questions.set(question, selection);
  remembered.set(sdkToken, questions);
  return selection;
}

function specVersionOf({ headers }: Asking): string | undefined {
  const version = headers['unleash-client-spec'];
  return Array.isArray(version) ? version.join(', ') : version;
}
