import type { Texts } from './texts.ts';

export const de: Texts = {
  menu: 'Menü',
  pages: 'Seiten',
  goTo: 'Gehe zu…',
  goToKeys: 'Strg K',

  sections: {
    work: 'Arbeiten',
    setUp: 'Einrichten',
    access: 'Zugriff',
  },

  navigation: {
    dashboard: 'Mein Dashboard',
    flags: 'Flags',
    changeRequests: 'Änderungsanträge',
    events: 'Ereignisse',
    playground: 'Playground',
    projects: 'Projekte',
    archive: 'Archiv',
    environments: 'Umgebungen',
    segments: 'Segmente',
    contextFields: 'Kontextfelder',
    tags: 'Tags',
    strategyTypes: 'Strategietypen',
    applications: 'Anwendungen',
    integrations: 'Integrationen',
    moveFromUnleash: 'Umzug von Unleash',
    users: 'Benutzer',
    invitations: 'Einladungen',
    serviceAccounts: 'Dienstkonten',
    groups: 'Gruppen',
    roles: 'Rollen',
    tokens: 'API-Tokens',
    signIn: 'Anmeldung',
  },

  userMenu: {
    account: (name) => `Konto von ${name}`,
    you: 'Sie',
    profile: 'Profil und Tokens',
    signOut: 'Abmelden',
    colours: 'Farben',
    schemes: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  },

  palette: {
    title: 'Zu einer Seite, einem Flag, Projekt oder Segment gehen oder eine Aktion ausführen',
    label: 'Seite, Flag, Projekt, Segment oder Aktion',
    found: 'Ergebnisse',
    empty: 'Keine Ergebnisse',
    groups: {
      flagAction: 'Dieses Flag',
      action: 'Aktionen',
      page: 'Seiten',
      flag: 'Flags',
      project: 'Projekte',
      segment: 'Segmente',
    },
    newFlag: 'Neues Flag…',
    newProject: 'Neues Projekt…',
    newSegment: 'Neues Segment…',
    colours: (scheme) => `Farben: ${scheme}`,
    switchOn: (environment) => `In ${environment} einschalten`,
    switchOff: (environment) => `In ${environment} ausschalten`,
    showUsage: 'Nutzung anzeigen',
    showHistory: 'Verlauf anzeigen',
    copyName: 'Namen kopieren',
    copied: (name) => `${name} wurde kopiert`,
    makeFavorite: 'Als Favorit markieren',
    noFavorite: 'Aus den Favoriten entfernen',
    edit: 'Bearbeiten…',
    archive: 'Archivieren…',
  },

  offline: {
    title: 'Sie sind offline',
    note: 'Die Anzeige ist möglicherweise nicht aktuell. Änderungen werden erst gespeichert, wenn Sie wieder online sind.',
  },

  notFound: {
    windowTitle: 'Nicht gefunden',
    title: 'Seite nicht gefunden',
    note: 'Prüfen Sie die URL. Möglicherweise wurde die Seite gelöscht.',
    home: 'Zu meinem Dashboard',
  },
};
