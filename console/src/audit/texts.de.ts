import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  events: {
    title: 'Ereignisse',
    matching: (count) => `${formatNumber(count)} Treffer`,
    all: (count) => `${formatNumber(count)} insgesamt`,
    noun: 'Ereignisse',
    noSummary: 'Keine Zusammenfassung',

    filters: {
      type: 'Typ',
      by: 'Von',
      tag: 'Tag',
      from: 'Ab',
      to: 'Bis',
    },

    search: {
      label: 'Ereignisse durchsuchen',
      placeholder: 'Text in der Änderung oder eine Abfrage wie type:feature-archived',
      empty: 'Noch keine Ereignisse',
      emptyNote: 'Jede Änderung wird aufgezeichnet: wer wann was geändert hat.',
      noMatch: 'Kein Ereignis gefunden',
      noMatchNote:
        'Durchsucht werden die Daten vor und nach der Änderung. Tage beziehen sich auf UTC.',
      clear: 'Suche und Filter zurücksetzen',
    },

    export: {
      button: 'Exportieren',
      note: 'Alle Treffer, die ältesten zuerst',
      json: 'JSON Lines',
      csv: 'CSV',
    },

    live: {
      label: 'Live',
      connecting: 'Verbindung wird aufgebaut …',
      waiting: 'Wartet auf das nächste Ereignis',
      arrived: (count) => (count === 1 ? '1 neues' : `${formatNumber(count)} neue`),
      ended: 'Der Server hat die Verbindung beendet.',
      reconnect: 'Erneut verbinden',
    },

    row: {
      isNew: 'Neu',
      page: (id) => `Ereignis ${id} öffnen`,
      pageHint: 'Dieses Ereignis öffnen',
      changes: (id) => `Was Ereignis ${id} geändert hat`,
    },

    details: {
      appliedWith: 'Angewendet mit Änderungsantrag',
      event: (id) => `Ereignis ${id}`,
      view: 'Ereignis anzeigen als',
      changes: 'Änderungen',
      json: 'JSON',
      tags: 'Damalige Tags des Flags',
      empty: 'Zu diesem Ereignis gibt es keine Details.',
    },

    page: {
      title: (id) => `Ereignis ${id}`,
      by: (name) => `von ${name}`,
      copyLink: 'Link kopieren',
      notFound: 'Ereignis nicht gefunden',
      notFoundNote: 'Möglicherweise gehört es zu einem Projekt, das Sie nicht sehen dürfen.',
      toEvents: 'Zu den Ereignissen',
      related: 'Weitere Ereignisse',
      thisFlag: 'dieses Flags',
      thisProject: 'dieses Projekts',
      thisPerson: 'dieser Person',
      toFlag: 'Zum Flag',
    },
  },
};
