import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  print: {
    action: 'Print',
    someEvents: (shown: number, total: number) =>
      `The first ${formatNumber(shown)} of ${formatNumber(total)} events`,
    allEvents: (total: number) => (total === 1 ? '1 event' : `${formatNumber(total)} events`),
  },

  /** Words that pages of several domains use. */
  common: {
    add: 'Add',
    addToRequest: 'Add to change request',
    addedToRequest: (id: number) => `Added to change request ${id}`,
    addedToReviewed: (id: number) => `Added to change request ${id}, which is in review`,
    back: 'Back',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    create: 'Create',
    delete: 'Delete',
    description: 'Description',
    edit: 'Edit',
    environment: 'Environment',
    environments: 'Environments',
    events: 'Events',
    flag: 'Flag',
    flags: (count: number) => (count === 1 ? '1 flag' : `${formatNumber(count)} flags`),
    loading: 'Loading',
    name: 'Name',
    no: 'No',
    none: 'None',
    off: 'Off',
    on: 'On',
    project: 'Project',
    projects: 'Projects',
    remove: 'Remove',
    retry: 'Retry',
    save: 'Save',
    type: 'Type',
    withoutApproval: (action: string) => `${action} without approval`,
    yes: 'Yes',
  },

  asOf: {
    open: 'As of…',
    title: 'Show an earlier state',
    hourAgo: 'An hour ago',
    yesterday: 'Yesterday',
    weekAgo: 'A week ago',
    monthAgo: '30 days ago',
    moment: 'Date and time',
    inTimeZone: 'In your time zone',
    show: 'Show',
    shown: (time: string) => `As of ${time}`,
    earlierVersion: 'An earlier version',
    leave: 'Back to now',
  },

  /** By id. */
  flagTypes: {
    release: 'Release',
    experiment: 'Experiment',
    operational: 'Operational',
    'kill-switch': 'Kill switch',
    permission: 'Permission',
  },

  environmentTypes: {
    development: 'Development',
    test: 'Test',
    preproduction: 'Preproduction',
    production: 'Production',
  },

  chart: {
    showTable: 'Show as table',
    hideTable: 'Hide table',
    values: (chart: string) => `Values of: ${chart}`,
    changes: (count: number) => `${formatNumber(count)} changes`,
    moreMarkers: (count: number) =>
      count === 1 ? 'and 1 more' : `and ${formatNumber(count)} more`,
    table: (chart: string) => `Table of: ${chart}`,
    soFar: (time: string) => `${time}, so far`,
    time: 'Time',
    rollout: 'Rollout',
  },

  confirm: {
    typed: (text: string) => `Type ${text} to confirm`,
  },

  copy: {
    copied: 'Copied',
    refused: 'The browser did not allow copying',
  },

  diff: {
    label: 'What changed',
    where: 'Where',
    before: 'Before',
    after: 'After',
    same: 'There are no differences.',
    /** The whole value, where no member of it is named. */
    everything: 'Everything',
  },

  error: {
    signIn: 'Sign in in a new tab',
    oneValue: 'A value is not valid',
    several: (count: number) => `${formatNumber(count)} values are not valid`,
    where: (place: string) => `In: ${place}`,
    details: 'Details',
    idInLog: 'Error ID in the server log:',
    id: 'Error ID:',
  },

  filter: {
    label: 'Filters',
    add: 'Filter',
    clear: 'Clear all',
    edit: (description: string) => `Filter: ${description}`,
    remove: (filter: string) => `Remove the filter ${filter}`,
    operator: (filter: string) => `Comparison for ${filter}`,
    values: (filter: string) => `${filter}: values`,
    find: 'Type to find',
    nothingFound: 'No values found',
    or: 'or',
    yesNo: (filter: string, yes: boolean) => `${filter}: ${yes ? 'yes' : 'no'}`,
    isAnyOf: 'is any of',
    isNoneOf: 'is not one of',
    hasAnyOf: 'has any of',
    hasAllOf: 'has all of',
    hasNoneOf: 'has none of',
    hasNotAllOf: 'does not have all of',
    onOrAfter: 'on or after',
    before: 'before',
    is: 'is',
  },

  /** `one` and `many` are the names of the items. */
  list: {
    more: (name: string) => `More actions for ${name}`,
    create: (one: string) => `New ${one}`,
    empty: (many: string) => `No ${many} yet`,
    filter: (many: string) => `Filter ${many}`,
    noMatch: (one: string) => `No ${one} matches`,
    showAll: 'Show all',
    actions: 'Actions',
    edit: (name: string) => `Edit ${name}`,
    deleting: { does: 'Delete', done: 'Deleted' },
    remove: (verb: string, name: string) => `${verb} ${name}`,
    removeTitle: (verb: string, one: string, name: string) => `${verb} ${one} ${name}?`,
    removeAction: (verb: string, one: string) => `${verb} ${one}`,
    removed: (name: string, done: string) => `${done} ${name}`,
  },

  /** Of flags and environments, which are part of URLs. */
  names: {
    noSpaces: 'Spaces are not allowed. Use - or _ instead.',
    onlyDots: 'A name cannot consist of dots only.',
    wrongCharacter: (character: string, marks: string) =>
      `“${character}” is not allowed. Use letters without accents, digits and ${marks}`,
  },

  page: {
    breadcrumbs: 'Breadcrumbs',
  },

  pages: {
    label: 'Pages',
    none: (many: string) => `No ${many}`,
    shown: (from: number, to: number, total: number, noun: string) =>
      `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)} ${noun}`,
    /** All nouns that are given in the plural end in s. */
    all: (total: number, noun: string) =>
      `${formatNumber(total)} ${total === 1 ? noun.replace(/s$/, '') : noun}`,
    page: (page: number) => `Page ${page}`,
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
  },

  person: {
    nameless: 'No name',
  },

  picker: {
    anyOption: 'in the list',
    unknown: (typed: string, noun: string) =>
      `“${typed}” is not ${noun}. Choose one or clear the box.`,
  },

  table: {
    select: (row: string) => `Select ${row}`,
    selected: 'Selected',
    selectAll: 'Select all on this page',
    width: (column: string) => `Width of ${column}`,
    display: 'Display',
    exportCsv: 'Export CSV',
    compact: 'Compact rows',
    columns: 'Columns',
    dragToResize: 'Drag the edge of a column header to change its width.',
    reset: 'Reset',
  },

  exportCsv: {
    label: 'Export',
    progress: (done: number, total: number) =>
      `${formatNumber(done)} of ${formatNumber(total)} exported`,
    cancel: 'Cancel export',
    done: (rows: string) => `Exported ${rows}`,
    doneFirst: (rows: string) => `Exported the first ${rows}, the maximum for one file`,
  },

  time: {
    never: 'never',
    now: 'just now',
  },

  toast: {
    dismiss: 'Dismiss',
    undo: 'Undo',
    open: 'Open',
    notUndone: 'Not undone: it was changed again since then.',
    undone: (message: string) => `Undone: ${message}`,
  },

  uses: {
    none: 'Not used anywhere.',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
