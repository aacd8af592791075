import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  applications: {
    title: 'Anwendungen',
    note: 'Wo SDKs zuletzt gesehen wurden, und mit welchen Versionen.',
    search: 'Anwendungen suchen',
    searchPlaceholder: 'Name oder SDK',
    noun: 'Anwendungen',
    noMatch: 'Keine Anwendung passt',
    noMatchNote: 'Weniger Buchstaben finden mehr.',
    empty: 'Noch keine Anwendung',
    emptyNote:
      'Eine Anwendung erscheint hier, sobald ihr SDK startet. Erstellen Sie ein API-Token und tragen Sie es im SDK ein.',
    issues: 'Probleme',
    issueCount: (count) => (count === 1 ? '1 Problem' : `${formatNumber(count)} Probleme`),
    noIssues: 'Keine Probleme',
    allProjects: 'alle',
    noProjects: 'keine',
    runsIn: 'Läuft in',
    sdks: 'SDKs',
    sdk: 'SDK',
    moreSdks: (count) => `und ${formatNumber(count)} weitere`,
    unknownSdk: 'unbekannt',
    outdated: 'Veraltet',
    lastSeen: 'Zuletzt gesehen',
    instance: 'Instanz',
    instances: 'Instanzen',
    instancesNoun: 'Instanzen',
    noInstances: 'Es wurde keine Instanz gesehen.',
    newestInstances: 'Die neuesten 1.000 Instanzen.',
    environmentsNote: 'Umgebungen der Tokens, die ihre SDKs verwenden.',
    flags: 'Flags',
    flagsNote: 'Flags, die sie ausgewertet hat, soweit die Zählungen aufbewahrt werden.',
    flagsNoun: 'Flags',
    noFlags: 'Sie hat noch kein Flag ausgewertet.',
    stale: 'Veraltet',
    archived: 'Archiviert',
    unknownFlags: 'Unbekannte Flags',
    unknownFlagsNote:
      'Sie wertet diese Namen aus, aber es gibt kein solches Flag, oder ihr Token sieht es nicht.',
    unknownFlagsNoun: 'unbekannten Flags',
    outdatedSdks: 'Veraltete SDKs',
    outdatedSdksNote: 'Sie beachten Abhängigkeiten zwischen Flags nicht.',
    advice: (version) => `Auf ${version} oder neuer aktualisieren`,
    missingStrategies: 'Fehlende Strategien',
    missingStrategiesNote:
      'Ihr SDK unterstützt diese Strategien, aber sie sind hier nicht definiert.',
  },

  dashboard: {},

  insights: {},

  tour: {
    title: 'Pennon einrichten',
    progress: (done, all) => `${done} von ${all} erledigt`,
    dismiss: 'Ausblenden',
    flag: 'Flag erstellen',
    flagNote: 'Ein Flag schaltet einen Teil Ihrer Anwendung. Flags gehören zu Projekten.',
    newFlag: 'Neues Flag',
    newProject: 'Neues Projekt',
    connect: 'Anwendung verbinden',
    connectNote:
      'Erstellen Sie ein API-Token und fügen Sie wenige Zeilen Code ein, die das Flag bei Pennon abfragen.',
    showCode: 'Code zeigen',
    waiting: 'Wartet auf die erste Anwendung',
    switchOn: 'Flag einschalten',
    switchOnNote: 'Anwendungen folgen innerhalb von Sekunden, ohne neues Release.',
    openFlag: (name) => `${name} öffnen`,
    invite: 'Weitere Personen einladen',
    inviteNote:
      'Jede Person hat eine Rolle, die bestimmt, was sie ändern darf. Jede Änderung trägt einen Namen.',
    addUsers: 'Benutzer hinzufügen',
    complete: 'Alles eingerichtet',
    completeNote:
      'Flags, eine Anwendung und Kollegen sind da. Diese Anleitung erscheint nicht wieder.',
  },
};
