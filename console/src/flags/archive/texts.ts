import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Archive',
  note: 'Flags that are no longer used. SDKs do not get them.',
  noun: { one: 'archived flag', many: 'archived flags' },
  empty:
    'Archive a flag on its page when it is no longer needed. Here it can be revived or deleted.',
  archived: 'Archived',
  lastSeen: 'Last seen',
  revive: (flag: string) => `Revive ${flag}`,
  revived: (flag: string) => `Revived ${flag}, which is off everywhere`,
  /** After the name of the flag. */
  deleteWarning:
    'is deleted permanently, and its name can be used again. Its events stay in the event log. This cannot be undone.',
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
