import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

/** The frame of a project, which is loaded before its pages; theirs are in `../texts.ts`. */
const en = {
  missing: (id: string) => `No project “${id}”`,
  missingNote: 'It may be archived or deleted, or you may not see it.',
  toProjects: 'All projects',
  archivedProjects: 'Archived projects',
  tabs: {
    label: 'Project',
    flags: 'Flags',
    changeRequests: 'Change requests',
    insights: 'Insights',
    members: 'Members',
    tokens: 'Tokens',
    settings: 'Settings',
  },
  archived: 'This project is in the archive.',
  health: 'Health',
  healthOf: (percent: number) => `Health ${percent}%`,
  favorite: 'Favourite',
  about: 'About the project',
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
