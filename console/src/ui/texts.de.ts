import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  print: {
    action: 'Drucken',
    someEvents: (shown, total) =>
      `Die ersten ${formatNumber(shown)} von ${formatNumber(total)} Ereignissen`,
    allEvents: (total) => (total === 1 ? '1 Ereignis' : `${formatNumber(total)} Ereignisse`),
  },

  common: {
    add: 'Hinzufügen',
    addToRequest: 'Zum Änderungsantrag hinzufügen',
    addedToRequest: (id) => `Zum Änderungsantrag ${id} hinzugefügt`,
    addedToReviewed: (id) => `Zum Änderungsantrag ${id} hinzugefügt, der in Prüfung ist`,
    back: 'Zurück',
    cancel: 'Abbrechen',
    close: 'Schließen',
    copy: 'Kopieren',
    create: 'Erstellen',
    delete: 'Löschen',
    description: 'Beschreibung',
    edit: 'Bearbeiten',
    environment: 'Umgebung',
    environments: 'Umgebungen',
    events: 'Ereignisse',
    flag: 'Flag',
    flags: (count) => (count === 1 ? '1 Flag' : `${formatNumber(count)} Flags`),
    loading: 'Wird geladen',
    name: 'Name',
    no: 'Nein',
    none: 'Keine',
    off: 'Aus',
    on: 'An',
    project: 'Projekt',
    projects: 'Projekte',
    remove: 'Entfernen',
    retry: 'Erneut versuchen',
    save: 'Speichern',
    type: 'Typ',
    withoutApproval: (action) => `${action} ohne Genehmigung`,
    yes: 'Ja',
  },

  asOf: {
    open: 'Stand vom …',
    title: 'Früheren Stand anzeigen',
    hourAgo: 'Vor einer Stunde',
    yesterday: 'Gestern',
    weekAgo: 'Vor einer Woche',
    monthAgo: 'Vor 30 Tagen',
    moment: 'Datum und Uhrzeit',
    inTimeZone: 'In Ihrer Zeitzone',
    show: 'Anzeigen',
    shown: (time) => `Stand: ${time}`,
    earlierVersion: 'Eine frühere Version',
    leave: 'Zurück zum aktuellen Stand',
  },

  flagTypes: {
    release: 'Release',
    experiment: 'Experiment',
    operational: 'Betrieb',
    'kill-switch': 'Kill-Switch',
    permission: 'Berechtigung',
  },

  environmentTypes: {
    development: 'Entwicklung',
    test: 'Test',
    preproduction: 'Vorproduktion',
    production: 'Produktion',
  },

  chart: {
    showTable: 'Als Tabelle anzeigen',
    hideTable: 'Tabelle ausblenden',
    values: (chart) => `Werte: ${chart}`,
    changes: (count) => `${formatNumber(count)} Änderungen`,
    moreMarkers: (count) => (count === 1 ? 'und 1 weitere' : `und ${formatNumber(count)} weitere`),
    table: (chart) => `Tabelle: ${chart}`,
    soFar: (time) => `${time}, bisher`,
    time: 'Zeit',
    rollout: 'Rollout',
  },

  confirm: {
    typed: (text) => `Geben Sie zur Bestätigung ${text} ein`,
  },

  copy: {
    copied: 'Kopiert',
    refused: 'Der Browser hat das Kopieren nicht erlaubt',
  },

  diff: {
    label: 'Änderungen',
    where: 'Stelle',
    before: 'Vorher',
    after: 'Nachher',
    same: 'Es gibt keine Unterschiede.',
    everything: 'Alles',
  },

  error: {
    signIn: 'In einem neuen Tab anmelden',
    oneValue: 'Ein Wert ist ungültig',
    several: (count) => `${formatNumber(count)} Werte sind ungültig`,
    where: (place) => `In: ${place}`,
    details: 'Details',
    idInLog: 'Fehler-ID im Serverprotokoll:',
    id: 'Fehler-ID:',
  },

  filter: {
    label: 'Filter',
    add: 'Filter',
    clear: 'Alle zurücksetzen',
    edit: (description) => `Filter: ${description}`,
    remove: (filter) => `Filter ${filter} entfernen`,
    operator: (filter) => `Vergleich für ${filter}`,
    values: (filter) => `${filter}: Werte`,
    find: 'Werte suchen',
    nothingFound: 'Keine Werte gefunden',
    or: 'oder',
    yesNo: (filter, yes) => `${filter}: ${yes ? 'ja' : 'nein'}`,
    isAnyOf: 'ist einer von',
    isNoneOf: 'ist keiner von',
    hasAnyOf: 'enthält einen der Werte',
    hasAllOf: 'enthält alle Werte',
    hasNoneOf: 'enthält keinen der Werte',
    hasNotAllOf: 'enthält nicht alle Werte',
    onOrAfter: 'ab',
    before: 'vor',
    is: 'ist',
  },

  list: {
    more: (name) => `Weitere Aktionen für ${name}`,
    create: (one) => `${one} erstellen`,
    empty: (many) => `Noch keine ${many}`,
    filter: () => 'Liste filtern',
    noMatch: () => 'Keine Treffer',
    showAll: 'Alle anzeigen',
    actions: 'Aktionen',
    edit: (name) => `${name} bearbeiten`,
    deleting: { does: 'Löschen', done: 'gelöscht' },
    remove: (verb, name) => `${name} ${verb.toLowerCase()}`,
    removeTitle: (verb, one, name) => `${one} ${name} ${verb.toLowerCase()}?`,
    removeAction: (verb, one) => `${one} ${verb.toLowerCase()}`,
    removed: (name, done) => `${name} wurde ${done}`,
  },

  names: {
    noSpaces: 'Leerzeichen sind nicht erlaubt. Verwenden Sie - oder _.',
    onlyDots: 'Ein Name kann nicht nur aus Punkten bestehen.',
    wrongCharacter: (character, marks) =>
      `„${character}“ ist nicht erlaubt. Verwenden Sie Buchstaben ohne Akzente und Umlaute, Ziffern und ${marks}`,
  },

  page: {
    breadcrumbs: 'Navigationspfad',
  },

  pages: {
    label: 'Seiten',
    none: (many) => `Keine ${many}`,
    shown: (from, to, total) =>
      `${formatNumber(from)}–${formatNumber(to)} von ${formatNumber(total)} Einträgen`,
    all: (total) => (total === 1 ? '1 Eintrag' : `${formatNumber(total)} Einträge`),
    page: (page) => `Seite ${page}`,
    first: 'Erste Seite',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    last: 'Letzte Seite',
  },

  person: {
    nameless: 'Ohne Namen',
  },

  picker: {
    anyOption: 'nicht in der Liste',
    unknown: (typed, noun) =>
      `„${typed}“ ist ${noun}. Wählen Sie einen Eintrag oder leeren Sie das Feld.`,
  },

  table: {
    select: (row) => `${row} auswählen`,
    selected: 'Ausgewählt',
    selectAll: 'Alle auf dieser Seite auswählen',
    width: (column) => `Breite von ${column}`,
    display: 'Darstellung',
    exportCsv: 'CSV exportieren',
    compact: 'Kompakte Zeilen',
    columns: 'Spalten',
    dragToResize: 'Ziehen Sie am Rand eines Spaltenkopfs, um die Breite zu ändern.',
    reset: 'Zurücksetzen',
  },

  exportCsv: {
    label: 'Export',
    progress: (done, total) => `${formatNumber(done)} von ${formatNumber(total)} exportiert`,
    cancel: 'Export abbrechen',
    done: (rows) => `${rows} exportiert`,
    doneFirst: (rows) => `Nur die ersten ${rows} exportiert, mehr passen nicht in eine Datei`,
  },

  time: {
    never: 'nie',
    now: 'gerade eben',
  },

  toast: {
    dismiss: 'Ausblenden',
    undo: 'Rückgängig',
    open: 'Öffnen',
    notUndone: 'Nicht rückgängig gemacht: Seitdem gab es eine weitere Änderung.',
    undone: (message) => `Rückgängig gemacht: ${message}`,
  },

  uses: {
    none: 'Wird nirgends verwendet.',
  },
};
