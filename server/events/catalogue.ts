import { accountSentences } from './catalogue/accounts.ts';
import { changeRequestSentences } from './catalogue/change-requests.ts';
import { flagSentences } from './catalogue/flags.ts';
import { bold, textOf } from './catalogue/markdown.ts';
import { projectSentences } from './catalogue/projects.ts';
import type { Sentence, ToldEvent } from './catalogue/sentences.ts';
import { sharedSentences } from './catalogue/shared.ts';
import type { EventType } from './types.ts';

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
