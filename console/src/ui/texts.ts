import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
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
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
