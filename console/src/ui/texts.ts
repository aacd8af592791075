import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

/** Where a permission is missing; without both, everywhere. */
export type Place = { environments: readonly string[]; project: string | undefined };

function placeText(environments: readonly string[], project: string | undefined): string {
  const inProject = project === undefined ? undefined : `project "${project}"`;
  if (environments.length === 0) return inProject ? ` in ${inProject}` : '';
  const names = environments.map((name) => `"${name}"`).join(', ');
  const noun = environments.length === 1 ? 'environment' : 'environments';
  return ` in ${noun} ${names}${inProject ? ` of ${inProject}` : ''}`;
}

const listed = (actions: readonly string[], word: string) =>
  [actions.slice(0, -1).join(', '), actions.at(-1)].filter(Boolean).join(` ${word} `);

const en = {
  /** Errors for what a person may not do; `can` has what each permission allows. */
  refusal: {
    details: 'Details',
    onlyAdmins: 'Only admins can do this.',
    missing: (actions: readonly string[], { environments, project }: Place, all: boolean) =>
      `You do not have permission to ${listed(actions, all ? 'and' : 'or')}${placeText(environments, project)}.`,
    needsChangeRequest: ({ environments, project }: Place) =>
      `Changes${placeText(environments, project)} need a change request.`,
    can: {
      CREATE_ADDON: 'create integrations',
      UPDATE_ADDON: 'change integrations',
      DELETE_ADDON: 'delete integrations',
      READ_CLIENT_API_TOKEN: 'see API tokens',
      CREATE_CLIENT_API_TOKEN: 'create API tokens',
      UPDATE_CLIENT_API_TOKEN: 'change API tokens',
      DELETE_CLIENT_API_TOKEN: 'delete API tokens',
      READ_FRONTEND_API_TOKEN: 'see API tokens',
      CREATE_FRONTEND_API_TOKEN: 'create API tokens',
      UPDATE_FRONTEND_API_TOKEN: 'change API tokens',
      DELETE_FRONTEND_API_TOKEN: 'delete API tokens',
      UPDATE_APPLICATION: 'change applications',
      CREATE_CONTEXT_FIELD: 'create context fields',
      UPDATE_CONTEXT_FIELD: 'change context fields',
      DELETE_CONTEXT_FIELD: 'delete context fields',
      CREATE_PROJECT: 'create projects',
      READ_ROLE: 'see roles',
      CREATE_SEGMENT: 'create segments',
      UPDATE_SEGMENT: 'change segments',
      DELETE_SEGMENT: 'delete segments',
      CREATE_STRATEGY: 'create strategy types',
      UPDATE_STRATEGY: 'change strategy types',
      DELETE_STRATEGY: 'delete strategy types',
      CREATE_TAG_TYPE: 'create tag types',
      UPDATE_TAG_TYPE: 'change tag types',
      DELETE_TAG_TYPE: 'delete tag types',
      CREATE_FEATURE: 'create flags',
      UPDATE_FEATURE: 'change flags',
      DELETE_FEATURE: 'archive or delete flags',
      UPDATE_FEATURE_DEPENDENCY: 'change dependencies',
      UPDATE_FEATURE_VARIANTS: 'change variants',
      MOVE_FEATURE_TOGGLE: 'move flags',
      UPDATE_PROJECT: 'change settings',
      DELETE_PROJECT: 'archive or delete projects',
      READ_PROJECT_API_TOKEN: 'see API tokens',
      CREATE_PROJECT_API_TOKEN: 'create API tokens',
      DELETE_PROJECT_API_TOKEN: 'delete API tokens',
      UPDATE_PROJECT_SEGMENT: 'change segments',
      PROJECT_USER_ACCESS_READ: 'see members',
      PROJECT_USER_ACCESS_WRITE: 'change members',
      PROJECT_DEFAULT_STRATEGY_READ: 'see the default strategy',
      PROJECT_DEFAULT_STRATEGY_WRITE: 'change the default strategy',
      PROJECT_CHANGE_REQUEST_READ: 'see the settings of change requests',
      PROJECT_CHANGE_REQUEST_WRITE: 'change the settings of change requests',
      PROJECT_SETTINGS_READ: 'see settings',
      PROJECT_SETTINGS_WRITE: 'change settings',
      CREATE_FEATURE_STRATEGY: 'add strategies',
      UPDATE_FEATURE_STRATEGY: 'change strategies',
      DELETE_FEATURE_STRATEGY: 'delete strategies',
      UPDATE_FEATURE_ENVIRONMENT: 'switch flags on or off',
      UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'change variants',
      APPROVE_CHANGE_REQUEST: 'approve change requests',
      APPLY_CHANGE_REQUEST: 'apply change requests',
      SKIP_CHANGE_REQUEST: 'make changes without a change request',
    },
  },

  print: {
    action: 'Print',
    someEvents: (shown: number, total: number) =>
      `The first ${formatNumber(shown)} of ${formatNumber(total)} events`,
    allEvents: (total: number) => (total === 1 ? '1 event' : `${formatNumber(total)} events`),
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    palette: 'Go to a page, flag, project or segment, or run an action',
    shortcuts: 'Show these shortcuts',
    search: 'Go to the search box',
    close: 'Close a dialog, menu or list of suggestions',
    inSearch: 'Search box',
    suggest: 'Show suggestions',
    suggestion: 'Choose a suggestion',
    complete: 'Insert the suggestion',
    list: 'Lists of flags',
    move: 'Move to another row',
    ends: 'Move to the first or last row',
    open: 'Open the flag',
    select: 'Select the row, or no longer',
    extend: 'Extend the selection',
    selectPage: 'Select all rows of the page',
    selectNone: 'Select nothing',
    actions: 'Move to the actions for the selected rows',
    charts: 'Columns and charts',
    width: 'Change the width of a column, with the focus on the edge of its header',
    point: 'Move along a chart that has the focus',
    or: 'or',
    keys: {
      ctrl: 'Ctrl',
      end: 'End',
      enter: 'Enter',
      esc: 'Esc',
      home: 'Home',
      shift: 'Shift',
      space: 'Space',
      tab: 'Tab',
    },
  },

  /** Words that pages of several domains use. */
  common: {
    add: 'Add',
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
    yes: 'Yes',
  },

  asOf: {
    open: 'As of…',
    title: 'Show an earlier time',
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

  chart: {
    showTable: 'Show as table',
    hideTable: 'Hide table',
    values: (chart: string) => `Values of: ${chart}`,
    table: (chart: string) => `Table of: ${chart}`,
    time: 'Time',
    rollout: 'Rollout',
  },

  confirm: {
    typed: (text: string) => `Type ${text} to confirm`,
  },

  copy: {
    copied: 'Copied',
    refused: 'The browser refused to copy',
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
    several: (count: number) => `${formatNumber(count)} values are not valid`,
    where: (place: string) => `In: ${place}`,
    details: 'Details',
    idInLog: 'Error id in the log of the server:',
    id: 'Error id:',
  },

  expiry: {
    label: 'Expires',
    in7Days: 'In 7 days',
    in30Days: 'In 30 days',
    in90Days: 'In 90 days',
    inYear: 'In a year',
    onDate: 'On a date',
    never: 'Never',
    lastDay: 'Last day',
  },

  filter: {
    label: 'Filters',
    add: 'Filter',
    clear: 'Clear all',
    edit: (description: string) => `Filter: ${description}`,
    remove: (filter: string) => `Remove the filter ${filter}`,
    operator: (filter: string) => `How ${filter} is compared`,
    values: (filter: string) => `${filter}: values`,
    find: 'Type to find',
    nothingFound: 'No values found',
    or: 'or',
    yesNo: (filter: string, yes: boolean) => `${filter}: ${yes ? 'yes' : 'no'}`,
    isAnyOf: 'is any of',
    isNoneOf: 'is none of',
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
    create: (one: string) => `New ${one}`,
    empty: (many: string) => `No ${many} yet`,
    filter: (many: string) => `Filter ${many}`,
    noMatch: (one: string) => `No ${one} matches`,
    showAll: 'Show all',
    actions: 'Actions',
    edit: (name: string) => `Edit ${name}`,
    deleting: { does: 'Delete', done: 'deleted' },
    remove: (verb: string, name: string) => `${verb} ${name}`,
    removeTitle: (verb: string, one: string, name: string) => `${verb} ${one} ${name}?`,
    removeAction: (verb: string, one: string) => `${verb} ${one}`,
    removed: (name: string, done: string) => `${name} is ${done}`,
  },

  page: {
    breadcrumbs: 'Breadcrumbs',
  },

  pages: {
    label: 'Pages',
    none: (many: string) => `No ${many}`,
    shown: (from: number, to: number, total: number, noun: string) =>
      `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)} ${noun}`,
    page: (page: number) => `Page ${page}`,
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
  },

  person: {
    nameless: 'No name',
  },

  rows: {
    row: (number: number, noun: string) => `Row ${number}: ${noun}`,
    add: (noun: string) => `Add ${noun}`,
    remove: (noun: string, name: string | number) => `Remove ${noun} ${name}`,
  },

  secret: {
    label: 'Secret',
    once: 'Copy it now: it is shown only once.',
    done: 'I have it',
  },

  table: {
    select: (row: string) => `Select ${row}`,
    selected: 'Selected',
    selectAll: 'Select all on this page',
    width: (column: string) => `Width of ${column}`,
    display: 'Display',
    density: 'Density',
    comfortable: 'Comfortable',
    compact: 'Compact',
    columns: 'Columns',
    dragToResize: 'Drag the edge of a column header to change its width.',
    reset: 'Reset',
  },

  time: {
    never: 'never',
    now: 'just now',
  },

  toast: {
    dismiss: 'Dismiss',
    undo: 'Undo',
  },

  uses: {
    none: 'Nothing uses it.',
  },

  values: {
    count: (count: number) => (count === 1 ? '1 value' : `${formatNumber(count)} values`),
    countShown: (count: number, shown: number) =>
      `${formatNumber(count)} values, of which the last ${shown} are shown`,
    asList: 'Edit as list',
    asText: 'Edit as text',
    placeholder: 'Type or paste values',
    separators: 'One value per line, or separated by commas; a value with a comma in double quotes',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
