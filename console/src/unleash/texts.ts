import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  runs: {
    title: 'Move from Unleash',
    note: 'Imports projects, flags, users and the event log of an Unleash server.',
    source: 'Source',
    sourceNote: 'Unleash 6 or newer. Nothing is changed there.',
    url: 'Unleash URL',
    token: 'Admin token',
    tokenNote:
      'An admin token of Unleash, or the personal access token of an administrator. It is not stored.',
    showToken: 'Show the token',
    tokenAgain: 'Enter the token again to import.',
    previewButton: 'Preview',
    importButton: 'Import',

    confirm: {
      title: 'Import from Unleash',
      note: 'Everything in the preview is imported. You can import again later to add what is new.',
      action: 'Start import',
      mergeTitle: 'Import into a server that has data',
      mergeNote:
        'This server already has projects, flags, groups or users. Those with the same name are changed to match Unleash, including the roles of users. This cannot be undone.',
      mergeAction: 'Merge and import',
    },

    preview: {
      title: 'Preview',
      cancel: 'Cancel the preview',
      progress: 'Progress of the preview',
      cancelled: 'The preview was cancelled',
      failed: 'The preview failed',
      complete: 'The preview is complete',
    },
    import: {
      title: 'Import',
      cancel: 'Cancel the import',
      progress: 'Progress of the import',
      cancelled: 'The import was cancelled',
      failed: 'The import failed',
      complete: 'The import is complete',
    },
    startedBy: (url: string, name: string) => `${url}, started by ${name}`,
    cancelledNote: 'What was imported so far remains. Another import brings the rest.',
    previewedNote: 'Nothing was changed.',
    importedNote: 'SDKs now receive the imported flags.',
    connecting: 'Connecting',
    progress: (phase: string, rows: number, total: number | undefined) =>
      total === undefined
        ? `${phase}: ${formatNumber(rows)}`
        : `${phase}: ${formatNumber(rows)} of ${formatNumber(total)}`,

    reading: (data: string) => `Reading: ${data}`,

    /** By the name in the API. */
    data: {
      environments: 'Environments',
      roles: 'Roles',
      'permissions of roles': 'Permissions of roles',
      users: 'Users',
      groups: 'Groups',
      'members of groups': 'Members of groups',
      projects: 'Projects',
      'environments of projects': 'Environments of projects',
      'project roles': 'Project roles',
      'flag types': 'Flag types',
      'custom strategies': 'Custom strategies',
      'context fields': 'Context fields',
      'tag types': 'Tag types',
      tags: 'Tags',
      segments: 'Segments',
      flags: 'Flags',
      'environments of flags': 'Environments of flags',
      strategies: 'Strategies',
      'segments of strategies': 'Segments of strategies',
      'tags of flags': 'Tags of flags',
      links: 'Links',
      'lifecycle stages': 'Lifecycle stages',
      'last use of flags': 'Last use of flags',
      dependencies: 'Dependencies',
      'favorite flags': 'Favourite flags',
      'favorite projects': 'Favourite projects',
      'API tokens': 'API tokens',
      'projects of API tokens': 'Projects of API tokens',
      'personal tokens': 'Personal tokens',
      settings: 'Settings',
      applications: 'Applications',
      'instances of applications': 'Instances of applications',
      'projects of applications': 'Projects of applications',
      'use of projects by applications': 'Use of projects by applications',
      'hours of usage': 'Hours of usage',
      'usage of variants': 'Usage of variants',
      'change requests': 'Change requests',
      'changes of requests': 'Changes of requests',
      approvals: 'Approvals',
      rejections: 'Rejections',
      comments: 'Comments',
      schedules: 'Schedules',
      events: 'Events',
      usage: 'Usage',
    },

    result: {
      label: 'Result',
      data: 'Data',
      total: 'In Unleash',
      created: 'New',
      changed: 'Changed',
      removed: 'Removed',
      unchanged: 'Unchanged',
      leftOut: 'Left out',
      differences: 'Changed to match Unleash',
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
