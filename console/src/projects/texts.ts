import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  environments: {
    title: 'Environments',
    note: 'Where flags are switched. Their order here is their order on every page.',
    noun: { one: 'environment', many: 'environments' },
    empty: 'Flags are switched in environments, such as development and production.',
    enabled: 'Enabled',
    requiredApprovals: 'Required approvals',
    newProjectApprovals: 'Approvals in new projects',
    noApprovals: 'none',
    flagsOn: 'Flags on',
    apiTokens: 'API tokens',
    yes: 'yes',
    no: 'no',
    protected: 'Protected',
    protectedNote: 'It cannot be deleted',
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    switch: (name: string) => `${name} enabled`,
    switchedOn: (name: string) => `Enabled ${name}`,
    switchedOff: (name: string) => `Disabled ${name}`,
    deleteWarning: (name: string) =>
      `The configuration of flags in ${name} is deleted: switches, strategies and variants. Its API tokens are deleted, too. This cannot be undone.`,

    form: {
      title: (name: string) => `Environment ${name}`,
      newTitle: 'New environment',
      create: 'Create environment',
      nameNote: 'Letters, digits and ~ _ . -; it cannot be changed later',
      typeNote: 'Flags used in a production environment are in the live stage',
      approvalsNote:
        'How many people must approve a change; empty for no approval. A project may require another number in its settings.',
      created: (name: string) => `Created ${name}`,
      changed: (name: string) => `Saved ${name}`,
    },
  },

  project: {
    overview: {
      flags: 'Flags',
      ofLimit: (count: number, limit: number) => `${formatNumber(count)} of ${formatNumber(limit)}`,
      members: 'Members',
      membersNote: 'People with a role in the project, directly or through a group',
      mode: 'Mode',
      activity: 'Activity',
      allEvents: 'All events',
      healthTitle: 'Health of the last weeks',
      healthChart: (days: number, percent: number) =>
        `The health of each of the last ${days} days; today it is ${percent}%`,
      costs: 'What lowers health',
      moreCosts: (count: number) => `and ${formatNumber(count)} more`,
      applications: 'Connected applications',
      noApplications:
        'None yet. An application appears here when its SDK starts with a token for this project.',
      instances: (count: number) =>
        count === 1 ? '1 instance' : `${formatNumber(count)} instances`,
    },

    members: {
      noun: { one: 'member', many: 'members' },
      counted: { one: 'entry', many: 'entries' },
      entries: (users: number, groups: number) =>
        `${users === 1 ? '1 user' : `${formatNumber(users)} users`} and ${groups === 1 ? '1 group' : `${formatNumber(groups)} groups`} have a role. The users of a group are members of the project as well, so the project can have more members than entries here.`,
      empty: 'Give people and groups a role, such as Owner or Member, so that they can work here.',
      add: 'Add members',
      who: 'Who',
      roles: 'Roles',
      since: 'Since',
      group: (users: number) =>
        users === 1 ? 'Group of 1 user' : `Group of ${formatNumber(users)} users`,
      user: 'User',
      serviceAccount: 'Service account',
      removal: { does: 'Remove', done: 'Removed' },
      removeWarning: (name: string) => `${name} loses every role in this project.`,
      rolesOf: (name: string) => `Roles of ${name}`,
      peopleAndGroups: 'People and groups',
      people: 'People',
      groups: 'Groups',
      notFound: 'No user or group with this name',
      chooseOne: 'Choose at least one',
      added: 'Members added',
      changed: (name: string) => `Saved the roles of ${name}`,
    },

    tokens: {
      ofAllProjects: 'API tokens for all projects are valid here, too, and are not in this list.',
      showAll: 'Show all API tokens',
    },

    settings: {
      general: 'General',
      integrations: 'Integrations',
      transfer: 'Export and import',
      name: 'Name',
      nameNote: (id: string) => `The ID of the project, ${id}, cannot be changed.`,
      saveName: 'Save',
      nameSaved: (name: string) => `Saved ${name}`,
      rules: 'Rules',
      mode: 'Mode',
      defaultStickiness: 'Default stickiness',
      flagLimit: 'Flag limit',
      flagLimitNote: 'Empty for no limit',
      pattern: 'Pattern for flag names',
      patternNote: 'A regular expression for the complete name; empty for any name',
      example: 'Example of a name',
      patternDescription: 'Description of the pattern',
      saveRules: 'Save rules',
      rulesSaved: (name: string) => `Saved the rules of ${name}`,
      outdated: {
        title: 'The settings were changed since you opened them',
        note: 'Nothing was saved. Load the current settings: what you edited stays as you entered it. Then check them and save.',
        load: 'Load the current settings',
      },
      dangerZone: 'Danger zone',
      dangerNote:
        'A project can be archived and deleted once all of its flags are archived. From the archive it can be revived. Deleting it also deletes its archived flags.',
      revive: 'Revive project',
      archive: 'Archive project',
      archiveTitle: (name: string) => `Archive project ${name}?`,
      archiveNote: 'It disappears from the lists, and can be revived from the archived projects.',
      archived: (name: string) => `Archived ${name}`,
      delete: 'Delete project',
      deleteTitle: (name: string) => `Delete project ${name}?`,
      deleteNote: 'It is deleted with its archived flags and its segments. This cannot be undone.',
      deleteAction: 'Delete project permanently',
      deleted: (name: string) => `Deleted ${name}`,
    },

    environments: {
      empty: 'Without an environment, the flags of the project cannot be switched.',
      add: 'Add environment',
      addTitle: 'Add an environment to the project',
      addNote: 'Flags of the project are off in it until they are switched on',
      added: (name: string) => `Added ${name}`,
      removal: { does: 'Remove', done: 'Removed' },
      removeWarning: (name: string) =>
        `The configuration of the project’s flags in ${name} is deleted: switches, strategies and variants. This cannot be undone.`,
      disabled: 'Disabled',
      defaultStrategy: 'Default strategy',
      allUsers: 'All users',
      changes: 'Changes',
      needApprovals: (count: number) =>
        count === 1 ? 'Need 1 approval' : `Need ${count} approvals`,
      atOnce: 'Take effect at once',
      defaultStrategyIn: (environment: string) => `Default strategy in ${environment}`,
      defaultStrategyScope: (environment: string) => `${environment}, for flags that have none`,
      defaultStrategySaved: (environment: string) => `Saved the default strategy in ${environment}`,
      changeRequests: 'Change requests',
      changeRequestsIn: (environment: string) => `Change requests in ${environment}`,
      needRequest: 'Changes need a change request',
      approvalsNote: 'How many people must approve a change',
      authorMayApprove: 'Authors may approve their own change requests',
      approvalOn: (environment: string) => `Changes in ${environment} need approval`,
      approvalOff: (environment: string) => `Changes in ${environment} take effect at once`,
    },

    transfer: {
      exportTitle: 'Export flags',
      exportNote:
        'A file with the flags of this project as they are in one environment, and the segments, context fields, tags, dependencies and links they need.',
      exportEnvironment: 'Environment to export',
      export: 'Export',
      exported: (count: number) =>
        count === 1 ? 'Exported 1 flag' : `Exported ${formatNumber(count)} flags`,
      importTitle: 'Import flags',
      importNote:
        'Creates and updates the flags of the file in one environment; other flags are unchanged. The changes are shown before the import.',
      file: 'File',
      fileNote: 'Choose a file created by an export',
      clearFile: 'Choose another file',
      importEnvironment: 'Environment to import into',
      import: 'Import',
      imported: 'Flags imported',
      preview: 'Preview the changes',
      notJson: 'This file is not JSON.',
      changes: (created: number, updated: number, unchanged: number) =>
        `${formatNumber(created)} would be new, ${formatNumber(updated)} would change, ${formatNumber(unchanged)} would stay as they are.`,
      refused: 'This file cannot be imported',
      warnings: 'Warnings',
    },
  },

  projects: {
    title: 'Projects',
    note: 'Each project has its own flags, members and rules.',
    noun: { one: 'project', many: 'projects' },
    archivedNoun: { one: 'project', many: 'archived projects' },
    empty: 'A project contains the flags of one product or team.',
    archivedEmpty:
      'Projects are archived in their settings. They are then listed here, and can be revived.',
    which: 'Which projects',
    live: 'Live',
    archived: 'Archived',
    flags: 'Flags',
    health: 'Health',
    healthOf: (name: string) => `Health of ${name}`,
    members: 'Members',
    owners: 'Owners',
    noOwner: 'none',
    created: 'Created',
    favorite: 'Favourite',
    makeFavorite: (name: string) => `Add to favourites: ${name}`,
    noFavorite: (name: string) => `Remove from favourites: ${name}`,
    revive: (name: string) => `Revive ${name}`,
    revived: (name: string) => `Revived ${name}`,
    deleteWarning: (name: string) =>
      `${name} is deleted with its archived flags and its segments. This cannot be undone.`,

    /** By mode. */
    modeNames: { open: 'Open', protected: 'Protected', private: 'Private' },
    modes: {
      open: 'All users can see it',
      protected: 'All users can see it; only members may propose changes',
      private: 'Viewers see it only if they have a role in it',
    },

    form: {
      title: 'New project',
      create: 'Create project',
      created: (name: string) => `Created ${name}`,
      nameTaken: 'Another project has this name.',
      id: 'ID',
      idNote: 'In URLs and tokens; created from the name when empty. It cannot be changed later',
      mode: 'Mode',
      environmentsNote: 'If none is chosen, all enabled environments',
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
