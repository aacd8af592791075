import type { Texts } from './texts.ts';

export const de: Texts = {
  applications: {},

  dashboard: {},

  inbox: {},

  insights: {},
};
