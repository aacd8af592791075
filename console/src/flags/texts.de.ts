import { de as bulk } from './bulk/texts.de.ts';
import { de as flags } from './flags/texts.de.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  archive: {
    title: 'Archiv',
    note: 'Flags, die nicht mehr verwendet werden. SDKs erhalten sie nicht.',
    noun: { one: 'Flag', many: 'Flags' },
    empty:
      'Archivieren Sie ein Flag auf seiner Seite, wenn es nicht mehr gebraucht wird. Hier können Sie es wiederherstellen oder löschen.',
    archived: 'Archiviert',
    lastSeen: 'Zuletzt gesehen',
    revive: (flag) => `${flag} wiederherstellen`,
    revived: (flag) => `${flag} ist wiederhergestellt und überall ausgeschaltet`,
    deleteWarning:
      'wird endgültig gelöscht, und der Name kann wieder verwendet werden. Die Ereignisse bleiben im Ereignisprotokoll. Das kann nicht rückgängig gemacht werden.',
  },

  bulk,

  contextFields: {
    title: 'Kontextfelder',
    note: 'Eigenschaften des Auswertungskontexts, für Bedingungen und Rollouts.',
    noun: { one: 'Kontextfeld', many: 'Kontextfelder' },
    empty:
      'Ein Kontextfeld ist eine Eigenschaft, die Anwendungen zur Auswertung senden, zum Beispiel ein Tarif oder ein Land.',
    changed: (field) => `${field} wurde geändert`,
    created: (field) => `${field} wurde erstellt`,
    everyValue: 'jeder Wert',
    flags: 'Flags',
    legalValues: 'Zulässige Werte',
    stickiness: 'Stickiness',
    yes: 'ja',
    no: 'nein',
    uses: (field) => `Wo ${field} verwendet wird`,
    deleteWarning: 'wird mit seinen zulässigen Werten gelöscht.',
    deleteInUse: (flags) =>
      `Noch verwendet von ${flags}: Der Server lehnt ab, bis kein Flag es mehr verwendet.`,

    form: {
      title: (field) => `Kontextfeld ${field}`,
      newTitle: 'Neues Kontextfeld',
      create: 'Kontextfeld erstellen',
      nameNote: 'Der Name in den SDKs; er kann später nicht geändert werden',
      stickiness: 'Kann für Stickiness verwendet werden',
      stickinessNote: 'Derselbe Wert erhält dann immer dasselbe Ergebnis',
      noun: 'Wert',
      empty: 'Jeder Wert ist zulässig.',
      value: 'Wert',
      meaning: 'Was er bedeutet',
    },
  },

  customStrategies: {},

  flag: {},

  flags,

  segments: {},

  strategies: {},

  tags: {
    title: 'Tags',
    note: 'Schlagwörter, mit denen sich Flags finden lassen, gruppiert nach Typ.',
    types: 'Tag-Typen',
    tag: 'Tag',
    noun: { one: 'Tag', many: 'Tags' },
    empty: 'Kennzeichnen Sie Flags mit einem Team oder Thema, um sie wiederzufinden.',
    newTitle: 'Neues Tag',
    create: 'Tag erstellen',
    changed: (name) => `${name} wurde geändert`,
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
  },

  versions: {},
};
