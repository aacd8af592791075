import { eventTypes } from '../../../../server/events/types.ts';

/** What a query finds. */
export type Language = 'flags' | 'events';

/** Where values come from: the completions of the server, or a list that it has. */
export type ValueList = 'words' | 'creators' | 'flags' | 'switches' | 'tags';

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

const flagKeys: readonly Key[] = [
  {
    key: 'is',
    meaning: 'state of the flag',
    values: ['active', 'stale', 'potentially-stale', 'archived', 'favorite'],
  },
  { key: 'name', meaning: 'name; name:pay* for its beginning', list: 'flags' },
  { key: 'project', meaning: 'project', list: 'words' },
  { key: 'type', meaning: 'flag type', list: 'words' },
  {
    key: 'stage',
    meaning: 'stage of the lifecycle',
    values: ['initial', 'pre-live', 'live', 'completed', 'archived'],
  },
  { key: 'by', meaning: 'user who created it', list: 'creators' },
  { key: 'tag', meaning: 'tag', list: 'tags' },
  { key: 'segment', meaning: 'segment', list: 'words', inEnvironment: true },
  { key: 'env', meaning: 'on or off in an environment', list: 'switches' },
  { key: 'created', meaning: 'age or day of creation', values: ages },
  { key: 'lastSeen', meaning: 'last use by an application', values: ages },
  { key: 'strategy', meaning: 'strategy', list: 'words', inEnvironment: true },
  {
    key: 'rollout',
    meaning: 'rollout percentage',
    values: ['<100', '100', '0', '>0'],
    inEnvironment: true,
  },
  {
    key: 'context',
    meaning: 'context field that is used',
    list: 'words',
    inEnvironment: true,
  },
  { key: 'variant', meaning: 'name of a variant', inEnvironment: true },
  { key: 'payload', meaning: 'payload of a variant', inEnvironment: true },
  {
    key: 'constraint.<field>',
    meaning: 'constraint with this value',
    inEnvironment: true,
  },
  {
    key: 'sort',
    meaning: 'order; with - descending',
    values: ['name', '-created', 'created', '-lastSeen', 'project', 'type', 'stale'],
  },
];

const eventKeys: readonly Key[] = [
  { key: 'type', meaning: 'event type; type:feature-* for several', values: eventTypes },
  { key: 'by', meaning: 'user who made the change', list: 'creators' },
  { key: 'in', meaning: 'project', list: 'words' },
  { key: 'project', meaning: 'project', list: 'words' },
  { key: 'flag', meaning: 'flag', list: 'words' },
  { key: 'env', meaning: 'environment', list: 'words' },
  { key: 'tag', meaning: 'tag of the flag at that time', list: 'tags' },
  { key: 'id', meaning: 'number of the event' },
  { key: 'since', meaning: 'age or first day', values: ['24h', '7d', '30d'] },
  { key: 'until', meaning: 'age or last day', values: ['24h', '7d', '30d'] },
  { key: 'sort', meaning: 'order', values: ['newest', 'oldest'] },
];

/** The same keys as on the server, which a test compares. */
export const keysOf: Record<Language, readonly Key[]> = { flags: flagKeys, events: eventKeys };

type Example = { query: string; meaning: string };

export const examplesOf: Record<Language, readonly Example[]> = {
  flags: [
    { query: 'is:stale env:production=on', meaning: 'stale, but still on in production' },
    { query: 'created:>90d -is:stale sort:name', meaning: 'old and not stale, by name' },
    { query: 'type:release or type:experiment', meaning: 'of either type' },
    { query: 'env:production(rollout:<100)', meaning: 'partly rolled out in production' },
    { query: 'name:pay* lastSeen:<7d', meaning: 'name begins with “pay”, used this week' },
  ],
  events: [
    { query: 'type:feature-archived since:30d', meaning: 'archived in the last 30 days' },
    { query: 'env:production since:24h', meaning: 'changes in production since yesterday' },
    { query: 'type:change-request-* -type:change-request-created', meaning: 'reviews' },
    { query: 'type:feature-created or type:feature-deleted', meaning: 'of either type' },
    { query: '"rollout" since:7d sort:oldest', meaning: 'with this text, oldest first' },
  ],
};
