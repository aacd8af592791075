import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  runs: {
    title: 'Umzug von Unleash',
    note: 'Importiert Projekte, Flags, Benutzer und das Ereignisprotokoll eines Unleash-Servers.',
    source: 'Quelle',
    sourceNote: 'Unleash 6 oder neuer. Dort wird nichts geändert.',
    url: 'Unleash-URL',
    token: 'Admin-Token',
    tokenNote:
      'Ein Admin-Token von Unleash oder das persönliche Zugriffstoken eines Administrators. Es wird nicht gespeichert.',
    showToken: 'Token anzeigen',
    tokenAgain: 'Geben Sie das Token zum Importieren erneut ein.',
    previewButton: 'Vorschau',
    importButton: 'Importieren',

    confirm: {
      title: 'Aus Unleash importieren',
      note: 'Alles aus der Vorschau wird importiert. Sie können den Import später wiederholen, um Neues zu übernehmen.',
      action: 'Import starten',
      mergeTitle: 'In einen Server mit Daten importieren',
      mergeNote:
        'Dieser Server enthält bereits Projekte, Flags, Gruppen oder Benutzer. Gleichnamige werden an Unleash angeglichen, auch die Rollen der Benutzer. Das kann nicht rückgängig gemacht werden.',
      mergeAction: 'Zusammenführen und importieren',
    },

    preview: {
      title: 'Vorschau',
      cancel: 'Vorschau abbrechen',
      progress: 'Fortschritt der Vorschau',
      cancelled: 'Die Vorschau wurde abgebrochen',
      failed: 'Die Vorschau ist fehlgeschlagen',
      complete: 'Die Vorschau ist fertig',
    },
    import: {
      title: 'Import',
      cancel: 'Import abbrechen',
      progress: 'Fortschritt des Imports',
      cancelled: 'Der Import wurde abgebrochen',
      failed: 'Der Import ist fehlgeschlagen',
      complete: 'Der Import ist abgeschlossen',
    },
    startedBy: (url, name) => `${url}, gestartet von ${name}`,
    cancelledNote: 'Was bereits importiert wurde, bleibt. Ein weiterer Import holt den Rest.',
    previewedNote: 'Es wurde nichts geändert.',
    importedNote: 'SDKs erhalten jetzt die importierten Flags.',
    connecting: 'Verbindung wird aufgebaut',
    progress: (phase, rows, total) =>
      total === undefined
        ? `${phase}: ${formatNumber(rows)}`
        : `${phase}: ${formatNumber(rows)} von ${formatNumber(total)}`,

    result: {
      label: 'Ergebnis',
      data: 'Daten',
      total: 'In Unleash',
      created: 'Neu',
      changed: 'Geändert',
      removed: 'Entfernt',
      unchanged: 'Unverändert',
      leftOut: 'Ausgelassen',
      differences: 'An Unleash angeglichen',
    },
  },
};
