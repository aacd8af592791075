import { catalogue, formatNumber } from '../../language.ts';
import { de } from './texts.de.ts';

/** The name alone, where it is that of the type. */
const productionName = (environment: string) =>
  environment === 'production' ? environment : `${environment}, a production environment`;

/** `flags` is a number of them: `3 flags`. */
const en = {
  selection: 'Selected flags',
  selected: (count: number) => `${formatNumber(count)} selected`,
  clear: 'Clear selection',
  selectAll: (total: number) => `Select all ${formatNumber(total)} that match`,
  selecting: 'Selecting…',
  selectedFirst: (count: number) => `Selected the first ${formatNumber(count)}`,
  andMore: (names: string, more: number) => `${names} and ${formatNumber(more)} more`,
  lifecycleRestarted: 'The lifecycle starts from the beginning.',
  notUndone: (flags: string) => `Not undone: ${flags}.`,

  menu: {
    switch: 'Switch…',
    tags: 'Tags…',
    archive: 'Archive…',
    more: 'More',
    propose: 'Add to a change request…',
    stale: 'Mark as stale…',
    notStale: 'Mark as not stale…',
    move: 'Move…',
    favorite: 'Add to favourites…',
    notFavorite: 'Remove from favourites…',
    revive: 'Revive…',
    delete: 'Delete permanently…',
  },

  titles: {
    switch: (flags: string) => `Switch ${flags} on or off`,
    tags: (flags: string) => `Change the tags of ${flags}`,
    archive: (flags: string) => `Archive ${flags}`,
    move: (flags: string) => `Move ${flags}`,
    favorite: (flags: string) => `Change favourites: ${flags}`,
    propose: (flags: string) => `Add ${flags} to a change request`,
    revive: (flags: string) => `Revive ${flags}`,
    delete: (flags: string) => `Delete ${flags} permanently`,
  },

  /** The label of the button that confirms. */
  confirm: {
    switchOn: (flags: string) => `Switch on ${flags}`,
    switchOff: (flags: string) => `Switch off ${flags}`,
    tags: (flags: string) => `Change tags of ${flags}`,
    stale: (flags: string) => `Mark ${flags} as stale`,
    notStale: (flags: string) => `Mark ${flags} as not stale`,
    archive: (flags: string) => `Archive ${flags}`,
    move: (flags: string) => `Move ${flags}`,
    favorite: (flags: string) => `Add ${flags} to favourites`,
    notFavorite: (flags: string) => `Remove ${flags} from favourites`,
    propose: (flags: string) => `Add ${flags} to the change request`,
    revive: (flags: string) => `Revive ${flags}`,
    delete: (flags: string) => `Delete ${flags}`,
  },

  /** The toast after it is done. */
  done: {
    switchedOn: (flags: string, environment: string) => `Switched on ${flags} in ${environment}`,
    switchedOff: (flags: string, environment: string) => `Switched off ${flags} in ${environment}`,
    tags: (flags: string) => `Changed the tags of ${flags}`,
    stale: (flags: string) => `Marked ${flags} as stale`,
    notStale: (flags: string) => `Marked ${flags} as not stale`,
    archived: (flags: string) => `Archived ${flags}`,
    moved: (flags: string, project: string) => `Moved ${flags} to ${project}`,
    favorite: (flags: string) => `Added ${flags} to your favourites`,
    notFavorite: (flags: string) => `Removed ${flags} from your favourites`,
    proposed: (flags: string) => `Proposed changes to ${flags}`,
    revived: (flags: string) => `Revived ${flags}; they are off everywhere`,
    deleted: (flags: string) => `Deleted ${flags}`,
  },

  warnings: {
    production: (environment: string) =>
      environment === 'production'
        ? 'Users in production are affected.'
        : `${environment} is a production environment.`,
    already: (count: number, enabled: boolean) =>
      `${formatNumber(count)} of them ${count === 1 ? 'is' : 'are'} already ${enabled ? 'on' : 'off'}.`,
    onInProduction: (environment: string, flags: string) =>
      `On in ${productionName(environment)}: ${flags}.`,
    oneOnInProduction: (environment: string) => `It is on in ${productionName(environment)}.`,
    dependencies: 'Archiving a flag removes its dependency on another flag.',
    evaluated: (ago: string) => `An application last evaluated it ${ago}.`,
    evaluatedLast: (count: number, last: string, ago: string) =>
      `Applications have evaluated ${formatNumber(count)} of them, last ${last} ${ago}.`,
    approvalInProject: (environment: string, project: string, flags: string) =>
      `Changes in ${environment} of project ${project} need approval: ${flags} will be added to your change request.`,
    approvalInProjects: (environment: string, projects: string, flags: string) =>
      `Changes in ${environment} of projects ${projects} need approval: ${flags} will be added to your change requests, one for each project.`,
  },

  fields: {
    archiveNote:
      'SDKs no longer get the flags, and code that evaluates them gets its default. They can be revived from the archive: they are then off everywhere, and their lifecycles start from the beginning.',
    newState: 'New state',
    chooseEnvironment: 'Choose an environment',
    addTagsNote: 'For example team:checkout; a tag without a type gets the type simple',
    noTags: 'None of the flags has tags',
    oneRequest: 'All changes are added to your change request for the environment.',
    severalRequests: (count: number) =>
      `A change request belongs to one project, so these flags need ${formatNumber(count)}.`,
    proposedChange: 'Proposed change',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    archive: 'Archive',
    toProject: 'To project',
    toProjectNote: 'It must have the same environments',
    chooseProject: 'Choose a project',
    reviveNote: 'Revived flags are off in every environment.',
    deleteNote:
      'The flags are deleted permanently, and their names can be used again. Their events stay in the event log. This cannot be undone.',
  },

  progress: 'Progress',
  doneOf: (count: number, total: number) => `${formatNumber(count)} of ${formatNumber(total)} done`,
  stop: 'Stop',

  outcome: {
    changed: (flags: string) => `Done: ${flags}.`,
    addedIn: (project: string) => `In project ${project}, added to`,
    request: (id: number) => `change request ${id}`,
    waiting: (flags: string) =>
      `Not changed yet: ${flags}. Open the change request and submit it for review.`,
    stoppedBefore: (flags: string) => `Stopped before: ${flags}.`,
    failed: (flags: string) => `Not done: ${flags}.`,
    failures: 'Flags that were not changed',
    moreFailures: (count: number) => `and ${formatNumber(count)} more`,
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
