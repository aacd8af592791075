import type { Texts } from './texts.ts';

export const de: Texts = {
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
