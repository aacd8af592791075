import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  applications: {},

  dashboard: {},

  inbox: {},

  insights: {},
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
