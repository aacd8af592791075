import type { ReactNode } from 'react';
import { catalogue } from '../../language.ts';
import { de } from './texts.de.tsx';

/** What is loaded with the completion and the help, after the page. */
const en = {
  flagKeys: {
    is: 'state of the flag; is:stale includes flags past the lifetime of their type',
    name: 'name; name:pay* for its beginning',
    project: 'project',
    type: 'flag type',
    stage: 'stage of the lifecycle',
    by: 'user who created it',
    tag: 'tag, as type:value',
    segment: 'segment',
    env: 'on or off in an environment',
    created: 'age or day of creation',
    lastSeen: 'last use by an application',
    strategy: 'strategy',
    rollout: 'rollout percentage',
    context: 'context field that is used',
    variant: 'name of a variant',
    payload: 'payload of a variant',
    'constraint.<field>': 'constraint with this value',
    sort: 'order; with - descending',
  },

  eventKeys: {
    type: 'event type; type:feature-* for several',
    by: 'user who changed it',
    in: 'project',
    project: 'project',
    flag: 'flag',
    env: 'environment',
    tag: 'tag of the flag at that time, as type:value',
    id: 'number of the event',
    since: 'age or first day',
    until: 'age or last day',
    sort: 'order',
  },

  examples: {
    staleInProduction: 'stale, but still on in production',
    onlyMarked: 'marked as stale, without those past their lifetime',
    oldNotStale: 'old and not stale, by name',
    eitherType: 'of either type',
    partlyRolledOut: 'partly rolled out in production',
    usedThisWeek: 'name begins with “pay”, used this week',
    archived: 'archived in the last 30 days',
    sinceYesterday: 'changes in production since yesterday',
    reviews: 'reviews',
    withText: 'with this text, oldest first',
  },

  help: {
    intro: (code: (text: string) => ReactNode): ReactNode => (
      <>
        A search finds what matches all its words. Put {code('-')} in front of a word to exclude it,{' '}
        {code('or')} between alternatives, parentheses around groups, and quotes around text with
        spaces or colons.
      </>
    ),
    examples: 'Examples',
    terms: 'Terms',
    reference: 'API reference',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
