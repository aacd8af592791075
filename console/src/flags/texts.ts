import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  archive: {},

  bulk: {},

  contextFields: {},

  customStrategies: {},

  flag: {},

  flags: {},

  segments: {},

  strategies: {},

  tags: {},

  versions: {},
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
