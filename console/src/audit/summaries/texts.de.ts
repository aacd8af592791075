import type { Texts } from './texts.ts';

export const de: Texts = {
  changeRequest: 'Änderungsantrag',
  user: 'Benutzer',
  group: 'Gruppe',
};
