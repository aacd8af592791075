import type { Texts } from './texts.ts';

export const de: Texts = {
  saved: {
    menu: 'Ansichten',

    actions: {
      opened: (view) => `Ansicht: ${view}`,
      save: 'Als Ansicht speichern',
      update: 'Mit dieser Suche aktualisieren',
      updated: (view) => `Die Ansicht ${view} wurde aktualisiert`,
      copyLink: 'Link kopieren',
      linkCopied: 'Der Link wurde kopiert',
      rename: 'Umbenennen',
    },

    create: {
      title: 'Als Ansicht speichern',
      saved: (view) => `Die Ansicht ${view} wurde gespeichert`,
      visibleTo: 'Sichtbar für',
      onlyMe: 'Nur mich',
      project: (project) => `Alle mit Zugriff auf ${project}`,
      query: 'Abfrage:',
    },

    rename: {
      title: (view) => `${view} umbenennen`,
      renamed: (view) => `Die Ansicht wurde in ${view} umbenannt`,
    },

    remove: {
      title: (view) => `Ansicht ${view} löschen?`,
      action: 'Ansicht löschen',
      own: 'Links zur Ansicht funktionieren dann nicht mehr. Die gefundenen Flags und Ereignisse bleiben unverändert.',
      shared: (project) =>
        `Sie verschwindet für alle mit Zugriff auf das Projekt ${project}. Links zu ihr funktionieren dann nicht mehr.`,
    },
  },
};
