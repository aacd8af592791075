import { eventTypes } from '../../../../server/events/types.ts';
import { texts } from './texts.tsx';

/** What a query finds. */
export type Language = 'flags' | 'events';

/** Where values come from: the completions of the server, or a list that it has. */
export type ValueList = 'words' | 'creators' | 'flags' | 'projects' | 'switches' | 'tags';

export type Key = {
  key: string;
  /** What a term with this key finds. */
  meaning: string;
  values?: readonly string[];
  list?: ValueList;
  /** Whether it may be in the parentheses of an environment. */
  inEnvironment?: boolean;
};

const ages = ['<7d', '<30d', '>30d', '>90d'];

/** A key of the language without its meaning, which is in the catalogue. */
type KeyOf<Meanings> = Omit<Key, 'key' | 'meaning'> & { key: keyof Meanings };

const flagKeys: readonly KeyOf<typeof texts.flagKeys>[] = [
  { key: 'is', values: ['active', 'stale', 'potentially-stale', 'archived', 'favorite'] },
  { key: 'name', list: 'flags' },
  { key: 'project', list: 'projects' },
  { key: 'type', list: 'words' },
  { key: 'stage', values: ['initial', 'pre-live', 'live', 'completed', 'archived'] },
  { key: 'by', list: 'creators' },
  { key: 'tag', list: 'tags' },
  { key: 'segment', list: 'words', inEnvironment: true },
  { key: 'env', list: 'switches' },
  { key: 'created', values: ages },
  { key: 'lastSeen', values: ages },
  { key: 'strategy', list: 'words', inEnvironment: true },
  { key: 'rollout', values: ['<100', '100', '0', '>0'], inEnvironment: true },
  { key: 'context', list: 'words', inEnvironment: true },
  { key: 'variant', inEnvironment: true },
  { key: 'payload', inEnvironment: true },
  { key: 'constraint.<field>', inEnvironment: true },
  { key: 'sort', values: ['name', '-created', 'created', '-lastSeen', 'project', 'type', 'stale'] },
];

const eventKeys: readonly KeyOf<typeof texts.eventKeys>[] = [
  { key: 'type', values: eventTypes },
  { key: 'by', list: 'creators' },
  { key: 'in', list: 'words' },
  { key: 'project', list: 'projects' },
  { key: 'flag', list: 'words' },
  { key: 'env', list: 'words' },
  { key: 'tag', list: 'tags' },
  { key: 'id' },
  { key: 'since', values: ['24h', '7d', '30d'] },
  { key: 'until', values: ['24h', '7d', '30d'] },
  { key: 'sort', values: ['newest', 'oldest'] },
];

/** The same keys as on the server, which a test compares. */
export const keysOf: Record<Language, readonly Key[]> = {
  flags: flagKeys.map((key) => ({ ...key, meaning: texts.flagKeys[key.key] })),
  events: eventKeys.map((key) => ({ ...key, meaning: texts.eventKeys[key.key] })),
};

type Example = { query: string; meaning: string };

export const examplesOf: Record<Language, readonly Example[]> = {
  flags: [
    { query: 'is:stale env:production=on', meaning: texts.examples.staleInProduction },
    { query: 'is:stale -is:potentially-stale', meaning: texts.examples.onlyMarked },
    { query: 'created:>90d -is:stale sort:name', meaning: texts.examples.oldNotStale },
    { query: 'type:release or type:experiment', meaning: texts.examples.eitherType },
    { query: 'env:production(rollout:<100)', meaning: texts.examples.partlyRolledOut },
    { query: 'name:pay* lastSeen:<7d', meaning: texts.examples.usedThisWeek },
  ],
  events: [
    { query: 'type:feature-archived since:30d', meaning: texts.examples.archived },
    { query: 'env:production since:24h', meaning: texts.examples.sinceYesterday },
    {
      query: 'type:change-request-* -type:change-request-created',
      meaning: texts.examples.reviews,
    },
    { query: 'type:feature-created or type:feature-deleted', meaning: texts.examples.eitherType },
    { query: '"rollout" since:7d sort:oldest', meaning: texts.examples.withText },
  ],
};
