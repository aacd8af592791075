import { formatNumber } from '../../language.ts';
import type { Texts } from './texts.ts';

const productionName = (environment: string) =>
  environment === 'production' ? environment : `der Produktionsumgebung ${environment}`;

export const de: Texts = {
  selection: 'Ausgewählte Flags',
  selected: (count) => `${formatNumber(count)} ausgewählt`,
  clear: 'Auswahl aufheben',
  selectAll: (total) => `Alle ${formatNumber(total)} Treffer auswählen`,
  selecting: 'Wird ausgewählt …',
  selectedFirst: (count) => `Die ersten ${formatNumber(count)} sind ausgewählt`,
  andMore: (names, more) => `${names} und ${formatNumber(more)} weitere`,
  lifecycleRestarted: 'Der Lebenszyklus beginnt von vorn.',
  notUndone: (flags) => `Nicht rückgängig gemacht: ${flags}.`,

  menu: {
    switch: 'Ein- oder ausschalten …',
    tags: 'Tags …',
    archive: 'Archivieren …',
    more: 'Mehr',
    propose: 'In einen Änderungsantrag aufnehmen …',
    stale: 'Als veraltet markieren …',
    notStale: 'Als nicht veraltet markieren …',
    move: 'Verschieben …',
    favorite: 'Zu Favoriten hinzufügen …',
    notFavorite: 'Aus Favoriten entfernen …',
    revive: 'Wiederherstellen …',
    delete: 'Endgültig löschen …',
  },

  titles: {
    switch: (flags) => `${flags} ein- oder ausschalten`,
    tags: (flags) => `Tags von ${flags} ändern`,
    archive: (flags) => `${flags} archivieren`,
    move: (flags) => `${flags} verschieben`,
    favorite: (flags) => `Favoriten ändern: ${flags}`,
    propose: (flags) => `${flags} in einen Änderungsantrag aufnehmen`,
    revive: (flags) => `${flags} wiederherstellen`,
    delete: (flags) => `${flags} endgültig löschen`,
  },

  confirm: {
    switchOn: (flags) => `${flags} einschalten`,
    switchOff: (flags) => `${flags} ausschalten`,
    tags: (flags) => `Tags von ${flags} ändern`,
    stale: (flags) => `${flags} als veraltet markieren`,
    notStale: (flags) => `${flags} als nicht veraltet markieren`,
    archive: (flags) => `${flags} archivieren`,
    move: (flags) => `${flags} verschieben`,
    favorite: (flags) => `${flags} zu Favoriten hinzufügen`,
    notFavorite: (flags) => `${flags} aus Favoriten entfernen`,
    propose: (flags) => `${flags} in den Antrag aufnehmen`,
    revive: (flags) => `${flags} wiederherstellen`,
    delete: (flags) => `${flags} löschen`,
  },

  done: {
    switchedOn: (flags, environment) => `${flags} in ${environment} eingeschaltet`,
    switchedOff: (flags, environment) => `${flags} in ${environment} ausgeschaltet`,
    tags: (flags) => `Tags von ${flags} geändert`,
    stale: (flags) => `${flags} als veraltet markiert`,
    notStale: (flags) => `${flags} als nicht veraltet markiert`,
    archived: (flags) => `${flags} archiviert`,
    moved: (flags, project) => `${flags} nach ${project} verschoben`,
    favorite: (flags) => `${flags} zu Ihren Favoriten hinzugefügt`,
    notFavorite: (flags) => `${flags} aus Ihren Favoriten entfernt`,
    proposed: (flags) => `Änderungen für ${flags} vorgeschlagen`,
    revived: (flags) => `${flags} wiederhergestellt und überall ausgeschaltet`,
    deleted: (flags) => `${flags} gelöscht`,
  },

  warnings: {
    production: (environment) =>
      environment === 'production'
        ? 'Benutzer in production sind betroffen.'
        : `${environment} ist eine Produktionsumgebung.`,
    already: (count, enabled) =>
      `${formatNumber(count)} davon ${count === 1 ? 'ist' : 'sind'} bereits ${enabled ? 'an' : 'aus'}.`,
    onInProduction: (environment, flags) => `An in ${productionName(environment)}: ${flags}.`,
    oneOnInProduction: (environment) => `Es ist in ${productionName(environment)} an.`,
    dependencies: 'Beim Archivieren verliert ein Flag seine Abhängigkeit von einem anderen.',
    evaluated: (ago) => `Eine Anwendung hat es zuletzt ${ago} ausgewertet.`,
    evaluatedLast: (count, last, ago) =>
      `Anwendungen haben ${formatNumber(count)} davon ausgewertet, zuletzt ${last} ${ago}.`,
    approvalInProject: (environment, project, flags) =>
      `Änderungen in ${environment} im Projekt ${project} müssen genehmigt werden. In Ihren Änderungsantrag aufgenommen werden: ${flags}.`,
    approvalInProjects: (environment, projects, flags) =>
      `Änderungen in ${environment} in den Projekten ${projects} müssen genehmigt werden. In Ihre Änderungsanträge, einen pro Projekt, aufgenommen werden: ${flags}.`,
  },

  fields: {
    archiveNote:
      'SDKs erhalten die Flags nicht mehr, und Code, der sie auswertet, erhält seinen Standardwert. Sie können aus dem Archiv wiederhergestellt werden: Sie sind dann überall aus, und ihr Lebenszyklus beginnt von vorn.',
    newState: 'Neuer Status',
    chooseEnvironment: 'Umgebung wählen',
    addTagsNote: 'Zum Beispiel team:checkout; ein Tag ohne Typ erhält den Typ simple',
    noTags: 'Keines der Flags hat Tags',
    oneRequest: 'Alle Änderungen kommen in Ihren Änderungsantrag für die Umgebung.',
    severalRequests: (count) =>
      `Ein Änderungsantrag gehört zu einem Projekt. Für diese Flags sind ${formatNumber(count)} nötig.`,
    proposedChange: 'Vorgeschlagene Änderung',
    switchOn: 'Einschalten',
    switchOff: 'Ausschalten',
    archive: 'Archivieren',
    toProject: 'In das Projekt',
    toProjectNote: 'Es muss dieselben Umgebungen haben',
    chooseProject: 'Projekt wählen',
    reviveNote: 'Wiederhergestellte Flags sind in jeder Umgebung ausgeschaltet.',
    deleteNote:
      'Die Flags werden endgültig gelöscht, und ihre Namen können wieder verwendet werden. Die Ereignisse bleiben im Ereignisprotokoll. Das kann nicht rückgängig gemacht werden.',
  },

  progress: 'Fortschritt',
  doneOf: (count, total) => `${formatNumber(count)} von ${formatNumber(total)} erledigt`,
  stop: 'Anhalten',

  outcome: {
    changed: (flags) => `Erledigt: ${flags}.`,
    addedIn: (project) => `Im Projekt ${project} aufgenommen in`,
    request: (id) => `Änderungsantrag ${id}`,
    waiting: (flags) =>
      `Noch nicht geändert: ${flags}. Öffnen Sie den Änderungsantrag und reichen Sie ihn zur Prüfung ein.`,
    stoppedBefore: (flags) => `Nicht mehr bearbeitet: ${flags}.`,
    failed: (flags) => `Nicht erledigt: ${flags}.`,
    failures: 'Nicht geänderte Flags',
    moreFailures: (count) => `und ${formatNumber(count)} weitere`,
  },
};
