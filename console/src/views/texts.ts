import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  saved: {
    menu: 'Views',

    actions: {
      opened: (view: string) => `View: ${view}`,
      save: 'Save as view',
      update: 'Update to this search',
      updated: (view: string) => `Updated the view ${view}`,
      copyLink: 'Copy link',
      linkCopied: 'Link copied',
      rename: 'Rename',
    },

    create: {
      title: 'Save as view',
      saved: (view: string) => `Saved the view ${view}`,
      visibleTo: 'Visible to',
      onlyMe: 'Only me',
      project: (project: string) => `Everyone who can see ${project}`,
      query: 'Query:',
    },

    rename: {
      title: (view: string) => `Rename ${view}`,
      renamed: (view: string) => `Renamed the view to ${view}`,
    },

    remove: {
      title: (view: string) => `Delete the view ${view}?`,
      action: 'Delete view',
      own: 'Links to the view stop working. The flags and events that it finds are not affected.',
      shared: (project: string) =>
        `Everyone who can see the project ${project} loses it, and links to it stop working.`,
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
