import type { Texts } from './texts.ts';

export const de: Texts = {
  environments: {},

  insights: { tab: 'Auswertung' },

  project: {},

  projects: {},
};
