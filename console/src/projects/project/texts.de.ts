import type { Texts } from './texts.ts';

export const de: Texts = {
  missing: (id) => `Kein Projekt „${id}“`,
  missingNote: 'Es ist vielleicht archiviert oder gelöscht, oder Sie dürfen es nicht sehen.',
  toProjects: 'Alle Projekte',
  archivedProjects: 'Archivierte Projekte',
  tabs: {
    label: 'Projekt',
    flags: 'Flags',
    changeRequests: 'Änderungsanträge',
    insights: 'Statistik',
    members: 'Mitglieder',
    tokens: 'Tokens',
    settings: 'Einstellungen',
  },
  archived: 'Dieses Projekt ist archiviert.',
  health: 'Zustand',
  healthOf: (percent) => `Zustand ${percent}%`,
  favorite: 'Favorit',
  about: 'Über das Projekt',
};
