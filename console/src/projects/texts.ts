import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  environments: {},

  insights: { tab: 'Insights' },

  project: {},

  projects: {},
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
