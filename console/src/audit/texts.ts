import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  events: {
    title: 'Events',
    matching: (count: number) => (count === 1 ? '1 match' : `${formatNumber(count)} matches`),
    all: (count: number) => `${formatNumber(count)} in total`,
    noun: 'events',
    noSummary: 'No summary',

    filters: {
      type: 'Type',
      by: 'By',
      tag: 'Tag',
      from: 'From',
      to: 'Up to',
    },

    search: {
      label: 'Search events',
      placeholder: 'Text in the change, or a query such as type:feature-archived',
      empty: 'No events yet',
      emptyNote: 'Every change is recorded: who changed what, and when.',
      noMatch: 'No event matches',
      noMatchNote: 'The search covers the data before and after the change. Days are in UTC.',
      clear: 'Clear search and filters',
    },

    export: {
      button: 'Export',
      note: 'All that match, oldest first',
      json: 'JSON Lines',
      csv: 'CSV',
    },

    live: {
      label: 'Live',
      connecting: 'Connecting…',
      waiting: 'Waiting for the next event',
      arrived: (count: number) => `${formatNumber(count)} new`,
      ended: 'The server ended the stream.',
      reconnect: 'Reconnect',
    },

    row: {
      isNew: 'New',
      page: (id: number) => `Open event ${id}`,
      pageHint: 'Open this event',
      changes: (id: number) => `What changed in event ${id}`,
    },

    details: {
      appliedWith: 'Applied with change request',
      event: (id: number) => `Event ${id}`,
      view: 'Show the event as',
      changes: 'What changed',
      json: 'JSON',
      tags: 'Tags of the flag at the time',
      empty: 'This event has no details.',
    },

    page: {
      title: (id: string) => `Event ${id}`,
      by: (name: string) => `by ${name}`,
      copyLink: 'Copy link',
      notFound: 'Event not found',
      notFoundNote: 'It may belong to a project that you cannot see.',
      toEvents: 'Go to the events',
      related: 'More events of',
      thisFlag: 'this flag',
      thisProject: 'this project',
      thisPerson: 'this person',
      toFlag: 'Go to the flag',
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
