import { formatNumber } from '../language.ts';
import type { Texts } from './texts.tsx';

export const de: Texts = {
  integrations: {
    title: 'Integrationen',
    note: 'Senden Ereignisse an Chats, Monitoring und andere Dienste, in der richtigen Reihenfolge und mindestens einmal.',
    noun: { one: 'Integration', many: 'Integrationen' },
    empty:
      'Eine Integration sendet jedes Ereignis, das zu ihrem Filter passt, an ein Ziel, zum Beispiel einen Slack-Kanal.',
    deleteNote: (name) => (
      <>{name} erhält keine Ereignisse mehr. Auch die Liste der Zustellungen wird gelöscht.</>
    ),
    kind: 'Art',
    state: 'Status',
    created: 'Erstellt',
    states: {
      active: 'Aktiv',
      failing: 'Gestört',
      parked: 'Angehalten',
      disabled: 'Deaktiviert',
    },
    secretOf: (name) => `Signatur-Secret von ${name}`,

    filter: {
      every: 'Alle Ereignisse',
      labels: {
        project: 'Projekt',
        feature: 'Flag',
        type: 'Typ',
        createdBy: 'von',
        environment: 'Umgebung',
        tag: 'Tag',
        query: 'Text',
        from: 'ab',
        to: 'bis',
      },
      is: (label, values) => `${label} ${values}`,
      isNot: (label, values) => `${label} nicht ${values}`,
    },

    form: {
      newTitle: 'Neue Integration',
      newOfKind: (kind) => `Neue Integration: ${kind}`,
      editTitle: (name) => `${name} bearbeiten`,
      createAction: 'Integration erstellen',
      saved: (name) => `${name} wurde gespeichert`,
      enabled: 'Aktiviert',
      enabledNote:
        'Ereignisse aus der Zeit, in der sie deaktiviert ist, werden nicht nachträglich gesendet',
      showText: 'Text anzeigen',
      eventsNote: 'Ohne Filter werden alle Ereignisse gesendet',
      text: 'Text in der Änderung',
      preview: 'Neueste passende Ereignisse',
      noMatch: 'Kein aufgezeichnetes Ereignis passt.',
      matching: (count) =>
        count === 1
          ? '1 aufgezeichnetes Ereignis passt:'
          : `${formatNumber(count)} aufgezeichnete Ereignisse passen; die neuesten:`,
    },

    page: {
      title: 'Integration',
      summary: (kind, filter) => (
        <>
          {kind}: {filter}
        </>
      ),
      test: 'Test senden',
      testDelivered: 'Das Ziel hat den Test angenommen',
      testFailed: 'Der Test ist fehlgeschlagen',
      parked: (ago) => (
        <>
          Angehalten {ago}, weil Zustellungen fehlgeschlagen sind. Ereignisse warten, bis Sie die
          Integration fortsetzen.
        </>
      ),
      failing: (attempts, first, next) => (
        <>
          {attempts === 1
            ? '1 fehlgeschlagener Versuch'
            : `${formatNumber(attempts)} fehlgeschlagene Versuche, der erste`}{' '}
          {first}. Nächster Versuch: {next}. Ereignisse warten so lange.
        </>
      ),
      resume: 'Fortsetzen',
      tryNow: 'Jetzt versuchen',
    },

    rotate: {
      action: 'Secret wechseln',
      title: 'Signatur-Secret wechseln?',
      note: 'Einen Tag lang werden Anfragen mit beiden Secrets signiert. Ersetzen Sie das Secret beim Empfänger in dieser Zeit.',
    },

    deliveries: {
      title: 'Zustellungen',
      note: 'Die neuesten 50 Versuche.',
      empty: 'Es wurde noch nichts gesendet.',
      time: 'Zeit',
      cause: 'Anlass',
      causes: { event: 'Ereignis', replay: 'Wiederholung', test: 'Test' },
      result: 'Ergebnis',
      duration: 'Dauer',
      milliseconds: (count) => `${formatNumber(count)} ms`,
      noEvents: 'Keine',
      fromTo: (first, last) => (
        <>
          {first} bis {last}
        </>
      ),
      status: (status) => `Status ${status}`,
      sent: 'Gesendet',
      noResponse: 'Keine Antwort',
      details: 'Details',
      detailsOf: (id) => `Details zu Zustellung ${id}`,
      delivery: (id) => `Zustellung ${id}`,
      after: (result, duration) => `${result} nach ${duration}.`,
    },

    sendAgain: {
      button: 'Erneut senden',
      only: 'Nur diese Ereignisse',
      from: (id) => `Alle Ereignisse ab ${id}`,
      title: (id) => `Alle Ereignisse ab ${id} erneut senden?`,
      note: (id) =>
        `Jedes passende Ereignis ab ${id} wird erneut gesendet, mit derselben ID. Empfänger, die IDs nicht erkennen, verarbeiten es doppelt.`,
      sent: 'Erneut gesendet',
      failed: 'Das erneute Senden ist fehlgeschlagen',
    },
  },
};
