import { formatNumber } from '../language.ts';
import type { Place, Texts } from './texts.ts';

function placeText({ environments, project }: Place): string {
  const names = environments.map((name) => `„${name}“`).join(', ');
  if (environments.length === 0) return project === undefined ? '' : ` im Projekt „${project}“`;
  const where =
    environments.length === 1 ? ` in der Umgebung ${names}` : ` in den Umgebungen ${names}`;
  return project === undefined ? where : `${where} des Projekts „${project}“`;
}

const listed = (actions: readonly string[], word: string) =>
  [actions.slice(0, -1).join(', '), actions.at(-1)].filter(Boolean).join(` ${word} `);

export const de: Texts = {
  refusal: {
    details: 'Details',
    onlyAdmins: 'Das können nur Admins.',
    missing: (actions, place, all) =>
      `Ihnen fehlt die Berechtigung,${placeText(place)} ${listed(actions, all ? 'und' : 'oder')}.`,
    needsChangeRequest: (place) => `Änderungen${placeText(place)} erfordern einen Änderungsantrag.`,
    can: {
      CREATE_ADDON: 'Integrationen zu erstellen',
      UPDATE_ADDON: 'Integrationen zu ändern',
      DELETE_ADDON: 'Integrationen zu löschen',
      READ_CLIENT_API_TOKEN: 'API-Token zu sehen',
      CREATE_CLIENT_API_TOKEN: 'API-Token zu erstellen',
      UPDATE_CLIENT_API_TOKEN: 'API-Token zu ändern',
      DELETE_CLIENT_API_TOKEN: 'API-Token zu löschen',
      READ_FRONTEND_API_TOKEN: 'API-Token zu sehen',
      CREATE_FRONTEND_API_TOKEN: 'API-Token zu erstellen',
      UPDATE_FRONTEND_API_TOKEN: 'API-Token zu ändern',
      DELETE_FRONTEND_API_TOKEN: 'API-Token zu löschen',
      UPDATE_APPLICATION: 'Anwendungen zu ändern',
      CREATE_CONTEXT_FIELD: 'Kontextfelder zu erstellen',
      UPDATE_CONTEXT_FIELD: 'Kontextfelder zu ändern',
      DELETE_CONTEXT_FIELD: 'Kontextfelder zu löschen',
      CREATE_PROJECT: 'Projekte zu erstellen',
      READ_ROLE: 'Rollen zu sehen',
      CREATE_SEGMENT: 'Segmente zu erstellen',
      UPDATE_SEGMENT: 'Segmente zu ändern',
      DELETE_SEGMENT: 'Segmente zu löschen',
      CREATE_STRATEGY: 'Strategietypen zu erstellen',
      UPDATE_STRATEGY: 'Strategietypen zu ändern',
      DELETE_STRATEGY: 'Strategietypen zu löschen',
      CREATE_TAG_TYPE: 'Tag-Typen zu erstellen',
      UPDATE_TAG_TYPE: 'Tag-Typen zu ändern',
      DELETE_TAG_TYPE: 'Tag-Typen zu löschen',
      CREATE_FEATURE: 'Flags zu erstellen',
      UPDATE_FEATURE: 'Flags zu ändern',
      DELETE_FEATURE: 'Flags zu archivieren oder zu löschen',
      UPDATE_FEATURE_DEPENDENCY: 'Abhängigkeiten zu ändern',
      UPDATE_FEATURE_VARIANTS: 'Varianten zu ändern',
      MOVE_FEATURE_TOGGLE: 'Flags zu verschieben',
      UPDATE_PROJECT: 'Einstellungen zu ändern',
      DELETE_PROJECT: 'Projekte zu archivieren oder zu löschen',
      READ_PROJECT_API_TOKEN: 'API-Token zu sehen',
      CREATE_PROJECT_API_TOKEN: 'API-Token zu erstellen',
      DELETE_PROJECT_API_TOKEN: 'API-Token zu löschen',
      UPDATE_PROJECT_SEGMENT: 'Segmente zu ändern',
      PROJECT_USER_ACCESS_READ: 'Mitglieder zu sehen',
      PROJECT_USER_ACCESS_WRITE: 'Mitglieder zu ändern',
      PROJECT_DEFAULT_STRATEGY_READ: 'die Standardstrategie zu sehen',
      PROJECT_DEFAULT_STRATEGY_WRITE: 'die Standardstrategie zu ändern',
      PROJECT_CHANGE_REQUEST_READ: 'die Einstellungen für Änderungsanträge zu sehen',
      PROJECT_CHANGE_REQUEST_WRITE: 'die Einstellungen für Änderungsanträge zu ändern',
      PROJECT_SETTINGS_READ: 'Einstellungen zu sehen',
      PROJECT_SETTINGS_WRITE: 'Einstellungen zu ändern',
      CREATE_FEATURE_STRATEGY: 'Strategien hinzuzufügen',
      UPDATE_FEATURE_STRATEGY: 'Strategien zu ändern',
      DELETE_FEATURE_STRATEGY: 'Strategien zu löschen',
      UPDATE_FEATURE_ENVIRONMENT: 'Flags ein- oder auszuschalten',
      UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'Varianten zu ändern',
      APPROVE_CHANGE_REQUEST: 'Änderungsanträge zu genehmigen',
      APPLY_CHANGE_REQUEST: 'Änderungsanträge anzuwenden',
      SKIP_CHANGE_REQUEST: 'Änderungen ohne Änderungsantrag vorzunehmen',
    },
  },

  print: {
    action: 'Drucken',
    someEvents: (shown, total) =>
      `Die ersten ${formatNumber(shown)} von ${formatNumber(total)} Ereignissen`,
    allEvents: (total) => (total === 1 ? '1 Ereignis' : `${formatNumber(total)} Ereignisse`),
  },

  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    palette: 'Seite, Flag, Projekt oder Segment öffnen oder eine Aktion ausführen',
    shortcuts: 'Diese Übersicht zeigen',
    search: 'Zum Suchfeld',
    close: 'Dialog, Menü oder Vorschläge schließen',
    inSearch: 'Suchfeld',
    suggest: 'Vorschläge zeigen',
    suggestion: 'Vorschlag auswählen',
    complete: 'Vorschlag übernehmen',
    list: 'Listen von Flags',
    move: 'Zu einer anderen Zeile',
    ends: 'Zur ersten oder letzten Zeile',
    open: 'Flag öffnen',
    select: 'Zeile auswählen oder abwählen',
    extend: 'Auswahl erweitern',
    selectPage: 'Alle Zeilen der Seite auswählen',
    selectNone: 'Auswahl aufheben',
    actions: 'Zu den Aktionen für die ausgewählten Zeilen',
    charts: 'Spalten und Diagramme',
    width: 'Breite einer Spalte ändern, mit dem Fokus auf dem Rand ihres Kopfes',
    point: 'Im Diagramm mit dem Fokus bewegen',
    or: 'oder',
    keys: {
      ctrl: 'Strg',
      end: 'Ende',
      enter: 'Eingabe',
      esc: 'Esc',
      home: 'Pos 1',
      shift: 'Umschalt',
      space: 'Leertaste',
      tab: 'Tab',
    },
  },

  common: {
    add: 'Hinzufügen',
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
    loading: 'Lädt',
    name: 'Name',
    no: 'Nein',
    none: 'Keine',
    off: 'Aus',
    on: 'Ein',
    project: 'Projekt',
    projects: 'Projekte',
    remove: 'Entfernen',
    retry: 'Erneut versuchen',
    save: 'Speichern',
    type: 'Typ',
    yes: 'Ja',
  },

  asOf: {
    open: 'Stand vom…',
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

  chart: {
    showTable: 'Als Tabelle anzeigen',
    hideTable: 'Tabelle ausblenden',
    values: (chart) => `Werte: ${chart}`,
    table: (chart) => `Tabelle: ${chart}`,
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
    several: (count) => `${formatNumber(count)} Werte sind ungültig`,
    where: (place) => `In: ${place}`,
    details: 'Details',
    idInLog: 'Fehler-ID im Protokoll des Servers:',
    id: 'Fehler-ID:',
  },

  expiry: {
    label: 'Läuft ab',
    in7Days: 'In 7 Tagen',
    in30Days: 'In 30 Tagen',
    in90Days: 'In 90 Tagen',
    inYear: 'In einem Jahr',
    onDate: 'An einem bestimmten Tag',
    never: 'Nie',
    lastDay: 'Letzter Tag',
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
    isAnyOf: 'ist einer der Werte',
    isNoneOf: 'ist keiner der Werte',
    hasAnyOf: 'enthält einen der Werte',
    hasAllOf: 'enthält alle Werte',
    hasNoneOf: 'enthält keinen der Werte',
    hasNotAllOf: 'enthält nicht alle Werte',
    onOrAfter: 'ab',
    before: 'vor',
    is: 'ist',
  },

  list: {
    create: (one) => `${one} erstellen`,
    empty: (many) => `Noch keine ${many}`,
    filter: (many) => `${many} filtern`,
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

  page: {
    breadcrumbs: 'Navigationspfad',
  },

  pages: {
    label: 'Seiten',
    none: (many) => `Keine ${many}`,
    // The name of the items comes first, so that it needs no dative.
    shown: (from, to, total, noun) =>
      `${noun} ${formatNumber(from)}–${formatNumber(to)} von ${formatNumber(total)}`,
    page: (page) => `Seite ${page}`,
    first: 'Erste Seite',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    last: 'Letzte Seite',
  },

  person: {
    nameless: 'Ohne Namen',
  },

  rows: {
    row: (number, noun) => `Zeile ${number}: ${noun}`,
    add: (noun) => `${noun} hinzufügen`,
    remove: (noun, name) => `${noun} ${name} entfernen`,
  },

  secret: {
    label: 'Geheimnis',
    once: 'Kopieren Sie es jetzt: Es wird nur dieses eine Mal angezeigt.',
    done: 'Ich habe es gesichert',
  },

  table: {
    select: (row) => `${row} auswählen`,
    selected: 'Ausgewählt',
    selectAll: 'Alle auf dieser Seite auswählen',
    width: (column) => `Breite von ${column}`,
    display: 'Darstellung',
    density: 'Zeilenhöhe',
    comfortable: 'Bequem',
    compact: 'Kompakt',
    columns: 'Spalten',
    dragToResize: 'Ziehen Sie am Rand eines Spaltenkopfs, um die Breite zu ändern.',
    reset: 'Zurücksetzen',
  },

  time: {
    never: 'nie',
    now: 'gerade eben',
  },

  toast: {
    dismiss: 'Ausblenden',
    undo: 'Rückgängig',
  },

  uses: {
    none: 'Wird nirgends verwendet.',
  },

  values: {
    count: (count) => (count === 1 ? '1 Wert' : `${formatNumber(count)} Werte`),
    countShown: (count, shown) =>
      `${formatNumber(count)} Werte, davon werden die letzten ${shown} angezeigt`,
    asList: 'Als Liste bearbeiten',
    asText: 'Als Text bearbeiten',
    placeholder: 'Werte eingeben oder einfügen',
    separators:
      'Ein Wert pro Zeile oder durch Kommas getrennt; Werte mit Komma in doppelten Anführungszeichen',
  },
};
