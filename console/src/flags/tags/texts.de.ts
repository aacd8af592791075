import type { Texts } from './texts.ts';

export const de: Texts = {
  title: 'Tags',
  note: 'Schlagwörter, mit denen sich Flags gruppieren und finden lassen.',
  types: 'Tag-Typen',
  tag: 'Tag',
  noun: { one: 'Tag', many: 'Tags' },
  empty: 'Mit Tags lassen sich Flags gruppieren und finden, zum Beispiel nach Team oder Thema.',
  newTitle: 'Neues Tag',
  create: 'Tag erstellen',
  changed: (name) => `${name} wurde gespeichert`,
  created: (name) => `${name} wurde erstellt`,
  deleteWarning: 'wird von allen Flags entfernt, die es haben.',

  type: {
    noun: { one: 'Tag-Typ', many: 'Tag-Typen' },
    empty: 'Ein Tag-Typ gruppiert Tags, zum Beispiel nach Team.',
    title: (name) => `Tag-Typ ${name}`,
    newTitle: 'Neuer Tag-Typ',
    create: 'Tag-Typ erstellen',
    nameNote: 'Er kann später nicht geändert werden',
    icon: 'Symbol',
    colour: 'Farbe',
    clearColour: 'Keine Farbe',
    noColour: 'Keine gewählt',
    deleteWarning: 'wird mit allen Tags dieses Typs gelöscht.',
  },
};
