import { catalogue, formatNumber } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Flags',
  noun: 'flags',
  matching: (count: number) => (count === 1 ? '1 match' : `${formatNumber(count)} matches`),
  total: (count: number) => `${formatNumber(count)} in total`,
  switchLabel: (flag: string, environment: string) => `${flag} in ${environment}`,
  switched: (flag: string, environment: string, enabled: boolean) =>
    `Switched ${enabled ? 'on' : 'off'} ${flag} in ${environment}`,

  create: {
    open: 'New flag',
    title: 'New flag',
    action: 'Create flag',
    nameNote: 'The name used in code; it cannot be changed later',
    impressionData: 'Collect impression data',
    created: (flag: string) => `Created ${flag}`,
  },

  search: {
    label: 'Search flags',
    placeholder: 'Name, tag, or a query such as is:stale',
    favoritesFirst: 'Favourites first',
    empty: 'No flags yet',
    emptyNote:
      'A flag decouples deployment from release. Create one, then evaluate it in your code.',
    noMatch: 'No flag matches',
    noMatchNote:
      'Try a shorter search or remove filters. Archived flags are found with the filter Archived.',
    clear: 'Clear search and filters',
  },

  /** Columns and filters. */
  fields: {
    archived: 'Archived',
    created: 'Created',
    createdBy: 'Created by',
    favorite: 'Favourite',
    lastSeen: 'Last seen',
    lifecycle: 'Lifecycle',
    segment: 'Segment',
    state: 'State',
    tag: 'Tag',
  },
  isOn: (environment: string) => `${environment} is on`,
  isOff: (environment: string) => `${environment} is off`,

  favorite: {
    add: (flag: string) => `Add to favourites: ${flag}`,
    remove: (flag: string) => `Remove from favourites: ${flag}`,
  },
  moreTags: (count: number) => `${count} more`,

  badges: {
    potentiallyStale: 'Potentially stale',
    potentiallyStaleHint: 'Past the lifetime of its type',
    stale: 'Stale',
    staleHint: 'Marked as stale by a user',
    child: { text: 'child', hint: 'It depends on another flag' },
    parent: { text: 'parent', hint: 'Other flags depend on it' },
    archived: 'Archived',
    archivedHint: 'It is in the archive',
  },

  lastSeen: {
    never: 'Never evaluated by an SDK',
    inUse: (time: string) => `Last evaluated ${time}: in use`,
    today: (time: string) => `Last evaluated ${time}: used today`,
    thisWeek: (time: string) => `Last evaluated ${time}: used this week`,
    earlier: (time: string) => `Last evaluated ${time}: not used recently`,
  },

  states: {
    active: 'Active',
    stale: 'Stale or potentially stale',
    'potentially-stale': 'Potentially stale',
  },
  stages: {
    initial: 'Defined',
    'pre-live': 'Developing',
    live: 'Live',
    completed: 'Cleaning up',
    archived: 'Archived',
  },
  stageSince: (stage: string, time: string) => `${stage} since ${time}`,

  propose: {
    title: (environment: string) => `Changes in ${environment} need a change request`,
    on: (flag: string, environment: string) =>
      `${flag} will be switched on when the change request is approved and applied. It is added to your change request for ${environment}.`,
    off: (flag: string, environment: string) =>
      `${flag} will be switched off when the change request is approved and applied. It is added to your change request for ${environment}.`,
    skipOn: 'Switch on without approval',
    skipOff: 'Switch off without approval',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
