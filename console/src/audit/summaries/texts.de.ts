import type { Texts } from './texts.ts';

export const de: Texts = {
  automatic: 'Pennon (automatisch)',
  changeRequest: 'Änderungsantrag',
  user: 'Benutzer',
  group: 'Gruppe',
};
