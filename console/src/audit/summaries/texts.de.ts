import type { Texts } from './texts.ts';

export const de: Texts = {
  changeRequest: 'Änderungsantrag',
  titleChanged: 'Titel geändert',
  user: 'Benutzer',
  group: 'Gruppe',
};
