import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  settings: {
    maintenance: 'Maintenance mode',
    maintenanceNote:
      'Nothing can be changed until an administrator ends it. SDKs are not affected.',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
