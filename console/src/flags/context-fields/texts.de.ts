import type { Texts } from './texts.ts';

export const de: Texts = {
  title: 'Kontextfelder',
  note: 'Eigenschaften des Auswertungskontexts, für Bedingungen und Rollouts.',
  noun: { one: 'Kontextfeld', many: 'Kontextfelder' },
  empty:
    'Ein Kontextfeld ist eine Eigenschaft, die Anwendungen zur Auswertung senden, zum Beispiel ein Tarif oder ein Land.',
  changed: (field) => `${field} wurde gespeichert`,
  created: (field) => `${field} wurde erstellt`,
  everyValue: 'beliebiger Wert',
  flags: 'Flags',
  legalValues: 'Zulässige Werte',
  stickiness: 'Stickiness',
  yes: 'ja',
  no: 'nein',
  segment: (flags) => `Segment, verwendet von ${flags}`,
  uses: (field) => `Wo ${field} verwendet wird`,
  deleteWarning: 'wird mit seinen zulässigen Werten gelöscht.',
  deleteInUse: 'kann nicht gelöscht werden, weil Flags oder Segmente es verwenden.',

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
    meaning: 'Bedeutung',
  },
};
