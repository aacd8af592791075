import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  applications: {
    title: 'Anwendungen',
    note: 'Wo SDKs zuletzt gesehen wurden und mit welchen Versionen.',
    search: 'Anwendungen suchen',
    searchPlaceholder: 'Name oder SDK',
    noun: 'Anwendungen',
    noMatch: 'Keine Treffer',
    noMatchNote: 'Kürzen Sie den Suchbegriff oder entfernen Sie Filter.',
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
    outdated: 'Nicht aktuell',
    lastSeen: 'Zuletzt gesehen',
    instance: 'Instanz',
    instances: 'Instanzen',
    instancesNoun: 'Instanzen',
    noInstances: 'Es wurde keine Instanz gesehen.',
    newestInstances: 'Die neuesten 1.000 Instanzen.',
    environmentsNote: 'Umgebungen der Tokens, die ihre SDKs verwenden.',
    flags: 'Flags',
    flagsNote: 'Flags, die sie ausgewertet hat, soweit die Zahlen zurückreichen.',
    flagsNoun: 'Flags',
    noFlags: 'Sie hat noch kein Flag ausgewertet.',
    stale: 'Veraltet',
    archived: 'Archiviert',
    unknownFlags: 'Unbekannte Flags',
    unknownFlagsNote:
      'Sie wertet diese Namen aus, aber es gibt kein solches Flag, oder ihr Token sieht es nicht.',
    unknownFlagsNoun: 'unbekannten Flags',
    outdatedSdks: 'Nicht aktuelle SDKs',
    outdatedSdksNote: 'Sie beachten Abhängigkeiten zwischen Flags nicht.',
    advice: (version) => `Auf ${version} oder neuer aktualisieren`,
    missingStrategies: 'Fehlende Strategien',
    missingStrategiesNote:
      'Ihr SDK unterstützt diese Strategien, aber sie sind hier nicht definiert.',
    toTokens: 'API-Tokens',
  },

  dashboard: {
    title: 'Mein Dashboard',
    emptyTitle: 'Es gibt noch kein Projekt',
    empty: 'Hier erscheinen die Projekte, die Sie sehen dürfen.',
    allProjects: 'Alle Projekte ansehen',

    connect: {
      createToken: 'Token erstellen',
      tokenShown: 'Der Code unten enthält das Token, das nur einmal angezeigt wird.',
      language: 'Sprache',
      yourToken: '<Ihr Token>',
      copyCommand: 'Befehl kopieren',
      copyCode: 'Code kopieren',
    },

    health: {
      open: 'Projekt öffnen',
      title: (project) => `Zustand von ${project}`,
      inGoodShape: (flags) =>
        flags === 1
          ? 'von 1 Flag ist in gutem Zustand'
          : `von ${formatNumber(flags)} Flags sind in gutem Zustand`,
      emptyTitle: 'Noch keine Flags',
      empty: 'Der Zustand ist der Anteil der Flags, die nicht veraltet sind.',
      active: 'aktiv',
      potentiallyStale: 'möglicherweise veraltet',
      markedStale: 'veraltet',
      window: 'Letzte 28 Tage',
      windowBefore: '28 Tage davor',
      chart: (first, day, today) =>
        `Zustand nach Tagen, von ${first}% am ${day} bis ${today}% heute`,
      trend: (now, before) => {
        const average = `im Mittel der letzten vier Wochen ${now}%`;
        if (before === null) return average;
        if (now === before) return `${average}, wie in den vier Wochen davor`;
        return `${average}, ${now > before ? 'mehr' : 'weniger'} als in den vier Wochen davor (${before}%)`;
      },
    },

    latestEvents: {
      title: 'Neueste Ereignisse',
      all: 'Alle Ereignisse des Projekts',
      empty: 'Noch keine Ereignisse. Jede Änderung eines Flags wird hier aufgeführt.',
    },

    myFlags: {
      title: 'Meine Flags',
      empty: 'Hier erscheinen Flags, die Sie erstellen oder zu Ihren Favoriten hinzufügen.',
      more: (count) => `${formatNumber(count)} weitere`,
    },

    onboarding: {
      title: 'Erste Schritte',
      note: 'In drei Schritten zur ersten verbundenen Anwendung.',
      connectedTitle: (project) => `${project} ist verbunden`,
      connected:
        'Ein SDK hat die Flags dieses Projekts gelesen. Diese Seite zeigt nun ihre Nutzung.',
      unconnectedTitle: 'Noch ist kein SDK verbunden',
      unconnected: (project) => `Noch keine Anwendung hat die Flags von ${project} gelesen.`,
      create: 'Flag erstellen',
      createFirst: 'Erstes Flag erstellen',
      needsRole: 'Dafür brauchen Sie eine Rolle im Projekt.',
      connect: 'SDK verbinden',
      arrive: 'Verbindung prüfen',
      waiting: (project) => `Wartet auf das erste SDK, das ein Flag von ${project} auswertet`,
      done: (step) => `${step}: erledigt`,
    },

    people: {
      owners: 'Eigentümer',
      noOwner: 'Noch kein Eigentümer',
      group: 'eine Gruppe',
      administrators: 'wird von Administratoren betreut',
      roles: 'Meine Rollen hier',
      adminRoles: 'Keine: Als Administrator dürfen Sie darin alles.',
      noRoles: 'Keine: Sie sehen das Projekt; ein Eigentümer kann Ihnen eine Rolle darin geben.',
    },

    projects: {
      health: (project, health) => `Zustand von ${project}: ${health}%`,
      members: (count) => (count === 1 ? '1 Mitglied' : `${formatNumber(count)} Mitglieder`),
      reasons: { favorite: 'Favorit', changed: 'Von Ihnen geändert', role: 'Ihre Rolle' },
    },

    staleFlags: {
      title: 'Veraltete Flags',
      noun: 'veralteten Flags',
      note: 'Der Zustand ist der Anteil der Flags, die nicht veraltet sind. Was zu 100% fehlt, verteilt sich gleichmäßig auf die veralteten Flags.',
      emptyTitle: 'Keine veralteten Flags',
      empty: 'Alle Flags dieses Projekts sind in gutem Zustand.',
      search: 'In der Suche öffnen',
      costs: 'Anteil unter 100%',
      points: (points) => `${formatNumber(Math.round(points * 10) / 10)} Punkte`,
      actions: 'Aktionen',
      mark: 'Als veraltet markieren',
      markOf: (flag) => `Als veraltet markieren: ${flag}`,
      archive: 'Archivieren',
      archiveOf: (flag) => `Archivieren: ${flag}`,
      stale: 'Veraltet',
      potentiallyStale: 'Möglicherweise veraltet',
      markedOn: (day) =>
        day === null ? 'als veraltet markiert' : `als veraltet markiert am ${day}`,
      pastLifetime: (day) =>
        day === null
          ? 'Lebensdauer des Typs überschritten'
          : `Lebensdauer des Typs überschritten seit ${day}`,
      markedNow: 'gerade als veraltet markiert',
      marked: (flags) =>
        flags.length === 1
          ? `${flags[0]} wurde als veraltet markiert`
          : `${formatNumber(flags.length)} Flags wurden als veraltet markiert`,
    },
  },

  insights: {
    title: 'Statistik',
    note: 'Alle Projekte, die Sie sehen dürfen',
    emptyTitle: 'Noch keine Statistik',
    noFlags:
      'Sobald es ein Flag gibt, erscheinen hier Diagramme zu Änderungen, Durchlaufzeiten und veralteten Flags.',
    range: 'Zeitraum',
    weeks: (count) => `${count} Wochen`,

    changes: {
      title: 'Änderungen an Flags pro Tag',
      sum: (count) => (count === 1 ? '1 Änderung' : `${formatNumber(count)} Änderungen`),
      chart: (sum, days) => `Änderungen an Flags pro Tag, ${sum} in ${days} Tagen`,
      production: 'Produktion',
      otherEnvironments: 'Andere Umgebungen',
      noEnvironment: 'Ganze Flags',
      empty: 'In diesem Zeitraum wurde kein Flag geändert.',
      explanation:
        'Ganze Flags: erstellt, archiviert oder verschoben, und Änderungen ihrer Tags und Beschreibungen.',
    },

    live: {
      title: 'Dauer vom Erstellen bis live',
      sum: (flags) =>
        flags === 1 ? '1 Flag ging live' : `${formatNumber(flags)} Flags gingen live`,
      chart: (sum) => `Median der Dauer vom Erstellen bis live nach Wochen, ${sum}`,
      median: 'Median in Tagen',
      unit: ' T',
      empty: 'In diesem Zeitraum ging kein Flag live.',
      explanation:
        'Live ist ein Flag, wenn es eingeschaltet zum ersten Mal in Produktion genutzt wird.',
    },

    approvals: {
      title: 'Durchlaufzeit von Änderungsanträgen',
      sum: (requests) =>
        requests === 1
          ? '1 Änderungsantrag angewendet'
          : `${formatNumber(requests)} Änderungsanträge angewendet`,
      chart: (sum) => `Median der Durchlaufzeiten von Änderungsanträgen nach Wochen, ${sum}`,
      toApprove: 'In Prüfung bis genehmigt',
      toApply: 'Genehmigt bis angewendet',
      unit: ' h',
      empty: 'In diesem Zeitraum wurde kein Änderungsantrag angewendet.',
    },

    stale: {
      title: 'Veraltete Flags nach Alter',
      note: 'Tage seit dem Erstellen des Flags',
      age: (from, to) => (to === null ? `${from} Tage oder mehr` : `${from} bis ${to} Tage`),
      marked: 'Veraltet',
      potentially: 'Möglicherweise veraltet',
      empty: 'Kein Flag ist veraltet.',
    },

    types: { title: 'Flags nach Typ' },

    stages: { title: 'Flags nach Phase des Lebenszyklus' },

    active: 'Aktive Flags',
    empty: 'Es gibt noch keine Flags.',
  },

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
      'Erstellen Sie ein API-Token und fügen Sie wenige Zeilen Code ein, die das Flag auswerten.',
    showCode: 'Code anzeigen',
    waiting: 'Wartet auf die erste Anwendung',
    switchOn: 'Flag einschalten',
    switchOnNote: 'Anwendungen folgen innerhalb von Sekunden, ohne neues Release.',
    openFlag: (name) => `${name} öffnen`,
    invite: 'Weitere Personen einladen',
    inviteNote:
      'Jede Person hat eine Rolle, die bestimmt, was sie ändern darf. Jede Änderung wird mit ihrem Autor aufgezeichnet.',
    addUsers: 'Benutzer hinzufügen',
    complete: 'Alles eingerichtet',
    completeNote:
      'Flags, eine Anwendung und Kollegen sind da. Diese Anleitung wird nicht wieder angezeigt.',
  },
};
