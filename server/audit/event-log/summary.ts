import type { EventType } from '../../events/types.ts';
import { bold, textOf } from './markdown.ts';
import type { Sentence, ToldEvent } from './sentences.ts';
import { accountSentences } from './summaries-accounts.ts';
import { changeRequestSentences } from './summaries-change-requests.ts';
import { flagSentences } from './summaries-flags.ts';
import { projectSentences } from './summaries-projects.ts';
import { sharedSentences } from './summaries-shared.ts';

/** One row a type; a type without a row does not compile. */
export const sentences: Record<EventType, Sentence> = {
  ...flagSentences,
  ...projectSentences,
  ...sharedSentences,
  ...accountSentences,
  ...changeRequestSentences,
};

/**
 * What an event is called and, in one line of markdown, who did what where. Links lead to pages of
 * the console; nothing that people named can be more than text.
 */
export function describeEvent(event: ToldEvent): { label: string; summary: string } {
  const { label, did } = Object.hasOwn(sentences, event.type)
    ? sentences[event.type as EventType]
    : ofNewerVersion(event);
  return { label, summary: `${bold(event.createdBy) || '**somebody**'} ${did(event)}` };
}

/** A newer server on the same database may write types that this one has never heard of. */
const ofNewerVersion = ({ type }: ToldEvent): Sentence => ({
  label: textOf(type),
  did: () => `did what this version has no words for: ${bold(type)}`,
});
