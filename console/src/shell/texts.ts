import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  menu: 'Menu',
  skip: 'Skip to content',
  pages: 'Main menu',
  goTo: 'Go to…',
  goToKeys: 'Ctrl K',
  toReview: 'to review',

  sections: {
    work: 'Work',
    setUp: 'Set up',
    access: 'Access',
  },

  navigation: {
    insights: 'Insights',
    dashboard: 'My dashboard',
    flags: 'Flags',
    changeRequests: 'Change requests',
    events: 'Events',
    playground: 'Playground',
    projects: 'Projects',
    archive: 'Archive',
    environments: 'Environments',
    segments: 'Segments',
    contextFields: 'Context fields',
    tags: 'Tags',
    strategyTypes: 'Strategy types',
    applications: 'Applications',
    integrations: 'Integrations',
    moveFromUnleash: 'Move from Unleash',
    users: 'Users',
    invitations: 'Invitations',
    serviceAccounts: 'Service accounts',
    groups: 'Groups',
    roles: 'Roles',
    tokens: 'API tokens',
    signIn: 'Sign-in',
  },

  userMenu: {
    shortcuts: 'Keyboard shortcuts',
    account: (name: string) => `Account of ${name}`,
    you: 'You',
    profile: 'Profile and tokens',
    signOut: 'Sign out',
    colours: 'Colours',
    schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
  },

  palette: {
    title: 'Go to a page, flag, project or segment, or run an action',
    label: 'Page, flag, project, segment or action',
    found: 'Results',
    empty: 'No results',
    groups: {
      flagAction: 'This flag',
      action: 'Actions',
      page: 'Pages',
      flag: 'Flags',
      project: 'Projects',
      segment: 'Segments',
    },
    /** Other words for new things. */
    createSynonyms: 'create add',
    newFlag: 'New flag…',
    newProject: 'New project…',
    newSegment: 'New segment…',
    colours: (scheme: string) => `Colours: ${scheme}`,
    switchOn: (environment: string) => `Switch on in ${environment}`,
    switchOff: (environment: string) => `Switch off in ${environment}`,
    showUsage: 'Show usage',
    showHistory: 'Show history',
    copyName: 'Copy the name',
    copied: (name: string) => `Copied ${name}`,
    makeFavorite: 'Add to favourites',
    noFavorite: 'Remove from favourites',
    edit: 'Edit…',
    archive: 'Archive…',
  },

  offline: {
    title: 'You are offline',
    note: 'What you see may be out of date. Changes are not saved until you are online again.',
  },

  notFound: {
    windowTitle: 'Not found',
    title: 'Page not found',
    note: 'Check the URL. The page may have been deleted.',
    home: 'Go to my dashboard',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
