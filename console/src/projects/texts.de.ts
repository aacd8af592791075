import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  environments: {
    title: 'Umgebungen',
    note: 'Hier werden Flags geschaltet. Die Reihenfolge gilt auf allen Seiten.',
    noun: { one: 'Umgebung', many: 'Umgebungen' },
    empty: 'Flags werden in Umgebungen geschaltet, etwa in development und production.',
    enabled: 'Aktiviert',
    requiredApprovals: 'Erforderliche Genehmigungen',
    newProjectApprovals: 'Genehmigungen in neuen Projekten',
    noApprovals: 'keine',
    flagsOn: 'Eingeschaltete Flags',
    apiTokens: 'API-Tokens',
    yes: 'ja',
    no: 'nein',
    protected: 'Geschützt',
    protectedNote: 'Kann nicht gelöscht werden',
    moveUp: (name) => `${name} nach oben verschieben`,
    moveDown: (name) => `${name} nach unten verschieben`,
    switch: (name) => `${name} aktiviert`,
    switchedOn: (name) => `${name} wurde aktiviert`,
    switchedOff: (name) => `${name} wurde deaktiviert`,
    deleteWarning: (name) =>
      `Die Konfiguration der Flags in ${name} wird gelöscht: Schalter, Strategien und Varianten, ebenso die API-Tokens der Umgebung. Das kann nicht rückgängig gemacht werden.`,

    form: {
      title: (name) => `Umgebung ${name}`,
      newTitle: 'Neue Umgebung',
      create: 'Umgebung erstellen',
      nameNote: 'Buchstaben, Ziffern und ~ _ . -; kann später nicht geändert werden',
      typeNote: 'Flags, die in einer Produktionsumgebung genutzt werden, sind in der Phase Live',
      approvalsNote:
        'Wie viele Personen eine Änderung genehmigen müssen; leer für keine Genehmigung. Ein Projekt kann in seinen Einstellungen eine andere Anzahl verlangen.',
      created: (name) => `${name} wurde erstellt`,
      changed: (name) => `${name} wurde gespeichert`,
    },
  },

  project: {
    overview: {
      flags: 'Flags',
      ofLimit: (count, limit) => `${formatNumber(count)} von ${formatNumber(limit)}`,
      members: 'Mitglieder',
      membersNote: 'Personen mit einer Rolle im Projekt, auch über eine Gruppe',
      mode: 'Modus',
      activity: 'Aktivität',
      allEvents: 'Alle Ereignisse',
      healthTitle: 'Zustand der letzten Wochen',
      healthChart: (days, percent) =>
        `Der Zustand an jedem der letzten ${days} Tage; heute beträgt er ${percent}%`,
      costs: 'Was den Zustand verschlechtert',
      moreCosts: (count) => `und ${formatNumber(count)} weitere`,
      applications: 'Verbundene Anwendungen',
      noApplications:
        'Noch keine. Eine Anwendung erscheint hier, sobald ihr SDK mit einem Token für dieses Projekt startet.',
      instances: (count) => (count === 1 ? '1 Instanz' : `${formatNumber(count)} Instanzen`),
    },

    members: {
      noun: { one: 'Mitglied', many: 'Mitglieder' },
      counted: { one: 'Eintrag', many: 'Einträge' },
      entries: (users, groups) =>
        `Eine Rolle haben ${users === 1 ? '1 Benutzer' : `${formatNumber(users)} Benutzer`} und ${groups === 1 ? '1 Gruppe' : `${formatNumber(groups)} Gruppen`}. Die Benutzer einer Gruppe sind ebenfalls Mitglieder des Projekts, das daher mehr Mitglieder haben kann als Einträge hier.`,
      empty:
        'Geben Sie Personen und Gruppen eine Rolle wie Eigentümer oder Mitglied, damit sie hier arbeiten können.',
      add: 'Mitglieder hinzufügen',
      who: 'Wer',
      roles: 'Rollen',
      since: 'Seit',
      group: (users) => `Gruppe mit ${formatNumber(users)} Benutzer${users === 1 ? '' : 'n'}`,
      user: 'Benutzer',
      serviceAccount: 'Dienstkonto',
      removal: { does: 'Entfernen', done: 'entfernt' },
      removeWarning: (name) => `${name} verliert alle Rollen in diesem Projekt.`,
      rolesOf: (name) => `Rollen von ${name}`,
      peopleAndGroups: 'Personen und Gruppen',
      people: 'Personen',
      groups: 'Gruppen',
      notFound: 'Kein Benutzer und keine Gruppe mit diesem Namen',
      chooseOne: 'Wählen Sie mindestens einen Eintrag',
      added: 'Die Mitglieder wurden hinzugefügt',
      changed: (name) => `Die Rollen von ${name} wurden gespeichert`,
    },

    tokens: {
      ofAllProjects:
        'API-Tokens für alle Projekte gelten auch hier und stehen nicht in dieser Liste.',
      showAll: 'Alle API-Tokens anzeigen',
    },

    settings: {
      general: 'Allgemein',
      integrations: 'Integrationen',
      transfer: 'Export und Import',
      name: 'Name',
      nameNote: (id) => `Die ID des Projekts, ${id}, kann nicht geändert werden.`,
      saveName: 'Speichern',
      nameSaved: (name) => `${name} wurde gespeichert`,
      rules: 'Regeln',
      mode: 'Modus',
      defaultStickiness: 'Standard-Stickiness',
      flagLimit: 'Flag-Limit',
      flagLimitNote: 'Leer für kein Limit',
      pattern: 'Muster für Flag-Namen',
      patternNote: 'Ein regulärer Ausdruck für den ganzen Namen; leer für beliebige Namen',
      example: 'Beispiel für einen Namen',
      patternDescription: 'Beschreibung des Musters',
      saveRules: 'Regeln speichern',
      rulesSaved: (name) => `Die Regeln von ${name} wurden gespeichert`,
      outdated: {
        title: 'Die Einstellungen wurden geändert, seit Sie sie geöffnet haben',
        note: 'Nichts wurde gespeichert. Laden Sie die aktuellen Einstellungen: Was Sie bearbeitet haben, bleibt, wie Sie es eingegeben haben. Prüfen und speichern Sie sie dann.',
        load: 'Aktuelle Einstellungen laden',
      },
      dangerZone: 'Gefahrenbereich',
      dangerNote:
        'Ein Projekt lässt sich archivieren und löschen, sobald alle seine Flags archiviert sind. Aus dem Archiv kann es wiederhergestellt werden. Beim Löschen werden auch seine archivierten Flags gelöscht.',
      revive: 'Projekt wiederherstellen',
      archive: 'Projekt archivieren',
      archiveTitle: (name) => `Projekt ${name} archivieren?`,
      archiveNote:
        'Es verschwindet aus den Listen und kann aus den archivierten Projekten wiederhergestellt werden.',
      archived: (name) => `${name} wurde archiviert`,
      delete: 'Projekt löschen',
      deleteTitle: (name) => `Projekt ${name} löschen?`,
      deleteNote:
        'Es wird mit seinen archivierten Flags und seinen Segmenten gelöscht. Das kann nicht rückgängig gemacht werden.',
      deleteAction: 'Projekt endgültig löschen',
      deleted: (name) => `${name} wurde gelöscht`,
    },

    environments: {
      empty: 'Ohne Umgebung lassen sich die Flags des Projekts nicht schalten.',
      add: 'Umgebung hinzufügen',
      addTitle: 'Dem Projekt eine Umgebung hinzufügen',
      addNote: 'Die Flags des Projekts sind darin aus, bis sie eingeschaltet werden',
      added: (name) => `${name} wurde hinzugefügt`,
      removal: { does: 'Entfernen', done: 'entfernt' },
      removeWarning: (name) =>
        `Die Konfiguration der Flags des Projekts in ${name} wird gelöscht: Schalter, Strategien und Varianten. Das kann nicht rückgängig gemacht werden.`,
      disabled: 'Deaktiviert',
      defaultStrategy: 'Standardstrategie',
      allUsers: 'Alle Benutzer',
      changes: 'Änderungen',
      needApprovals: (count) =>
        count === 1 ? 'Erfordern 1 Genehmigung' : `Erfordern ${count} Genehmigungen`,
      atOnce: 'Wirken sofort',
      defaultStrategyIn: (environment) => `Standardstrategie in ${environment}`,
      defaultStrategyScope: (environment) => `${environment}, für Flags ohne eigene Strategie`,
      defaultStrategySaved: (environment) =>
        `Die Standardstrategie in ${environment} wurde gespeichert`,
      changeRequests: 'Änderungsanträge',
      changeRequestsIn: (environment) => `Änderungsanträge in ${environment}`,
      needRequest: 'Änderungen erfordern einen Änderungsantrag',
      approvalsNote: 'Wie viele Personen eine Änderung genehmigen müssen',
      authorMayApprove: 'Autoren dürfen ihre eigenen Änderungsanträge genehmigen',
      approvalOn: (environment) => `Änderungen in ${environment} müssen genehmigt werden`,
      approvalOff: (environment) => `Änderungen in ${environment} wirken sofort`,
    },

    transfer: {
      exportTitle: 'Flags exportieren',
      exportNote:
        'Eine Datei mit den Flags dieses Projekts, wie sie in einer Umgebung sind, und mit den Segmenten, Kontextfeldern, Tags, Abhängigkeiten und Links, die sie brauchen.',
      exportEnvironment: 'Zu exportierende Umgebung',
      export: 'Exportieren',
      exported: (count) =>
        count === 1 ? '1 Flag wurde exportiert' : `${formatNumber(count)} Flags wurden exportiert`,
      importTitle: 'Flags importieren',
      importNote:
        'Erstellt und ändert die Flags der Datei in einer Umgebung; andere Flags bleiben unverändert. Die Änderungen werden vor dem Import angezeigt.',
      file: 'Datei',
      fileNote: 'Wählen Sie eine exportierte Datei',
      clearFile: 'Andere Datei wählen',
      importEnvironment: 'Zielumgebung',
      import: 'Importieren',
      imported: 'Die Flags wurden importiert',
      preview: 'Vorschau der Änderungen',
      notJson: 'Diese Datei ist kein JSON.',
      changes: (created, updated, unchanged) =>
        `${formatNumber(created)} wären neu, ${formatNumber(updated)} würden sich ändern, ${formatNumber(unchanged)} blieben unverändert.`,
      refused: 'Diese Datei kann nicht importiert werden',
      warnings: 'Warnungen',
    },
  },

  projects: {
    title: 'Projekte',
    note: 'Jedes Projekt hat eigene Flags, Mitglieder und Regeln.',
    noun: { one: 'Projekt', many: 'Projekte' },
    archivedNoun: { one: 'Projekt', many: 'archivierten Projekte' },
    empty: 'Ein Projekt enthält die Flags eines Produkts oder Teams.',
    archivedEmpty:
      'Projekte werden in ihren Einstellungen archiviert. Danach stehen sie hier und lassen sich wiederherstellen.',
    which: 'Welche Projekte',
    live: 'Aktiv',
    archived: 'Archiviert',
    flags: 'Flags',
    health: 'Zustand',
    healthOf: (name) => `Zustand von ${name}`,
    members: 'Mitglieder',
    owners: 'Eigentümer',
    noOwner: 'keiner',
    created: 'Erstellt',
    favorite: 'Favorit',
    makeFavorite: (name) => `Zu Favoriten hinzufügen: ${name}`,
    noFavorite: (name) => `Aus Favoriten entfernen: ${name}`,
    revive: (name) => `${name} wiederherstellen`,
    revived: (name) => `${name} wurde wiederhergestellt`,
    deleteWarning: (name) =>
      `${name} wird mit seinen archivierten Flags und seinen Segmenten gelöscht. Das kann nicht rückgängig gemacht werden.`,

    modeNames: { open: 'Offen', protected: 'Geschützt', private: 'Privat' },
    modes: {
      open: 'Alle Benutzer können es sehen',
      protected: 'Alle Benutzer können es sehen; nur Mitglieder dürfen Änderungen vorschlagen',
      private: 'Betrachter sehen es nur, wenn sie eine Rolle darin haben',
    },

    form: {
      title: 'Neues Projekt',
      create: 'Projekt erstellen',
      created: (name) => `${name} wurde erstellt`,
      nameTaken: 'Ein anderes Projekt hat diesen Namen.',
      id: 'ID',
      idNote:
        'In URLs und Tokens; wird aus dem Namen gebildet, wenn leer. Kann später nicht geändert werden',
      mode: 'Modus',
      environmentsNote: 'Ohne Auswahl alle aktivierten Umgebungen',
    },
  },
};
