import type { Texts } from './texts.ts';

export const de: Texts = {
  applications: {},

  dashboard: {},

  inbox: {},

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
