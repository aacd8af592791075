import { formatNumber } from '../../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  title: 'Flags',
  noun: 'Flags',
  matching: (count) => `${formatNumber(count)} Treffer`,
  total: (count) => `${formatNumber(count)} insgesamt`,
  switchLabel: (flag, environment) => `${flag} in ${environment}`,
  switched: (flag, environment, enabled) =>
    `${flag} wurde in ${environment} ${enabled ? 'eingeschaltet' : 'ausgeschaltet'}`,

  create: {
    open: 'Flag erstellen',
    title: 'Neues Flag',
    action: 'Flag erstellen',
    nameNote: 'Der Name im Code; er kann später nicht geändert werden',
    impressionData: 'Impression-Daten erfassen',
    created: (flag) => `${flag} wurde erstellt`,
  },

  search: {
    label: 'Flags suchen',
    placeholder: 'Name, Tag oder Abfrage, zum Beispiel is:stale',
    favoritesFirst: 'Favoriten zuerst',
    empty: 'Noch keine Flags',
    emptyNote:
      'Ein Flag trennt das Deployment vom Release. Erstellen Sie eines und werten Sie es in Ihrem Code aus.',
    noMatch: 'Keine Treffer',
    noMatchNote:
      'Kürzen Sie den Suchbegriff oder entfernen Sie Filter. Archivierte Flags finden Sie mit dem Filter „Archiviert“.',
    clear: 'Suche und Filter zurücksetzen',
  },

  fields: {
    archived: 'Archiviert',
    created: 'Erstellt',
    createdBy: 'Erstellt von',
    favorite: 'Favorit',
    lastSeen: 'Zuletzt gesehen',
    lifecycle: 'Lebenszyklus',
    segment: 'Segment',
    state: 'Status',
    tag: 'Tag',
  },
  isOn: (environment) => `${environment}: an`,
  isOff: (environment) => `${environment}: aus`,

  favorite: {
    add: (flag) => `Zu Favoriten hinzufügen: ${flag}`,
    remove: (flag) => `Aus Favoriten entfernen: ${flag}`,
  },
  moreTags: (count) => `${count} weitere`,

  badges: {
    potentiallyStale: 'Möglicherweise veraltet',
    potentiallyStaleHint: 'Die Lebensdauer seines Typs ist überschritten',
    stale: 'Veraltet',
    staleHint: 'Von einem Benutzer als veraltet markiert',
    child: { text: 'untergeordnet', hint: 'Es hängt von einem anderen Flag ab' },
    parent: { text: 'übergeordnet', hint: 'Andere Flags hängen von ihm ab' },
    archived: 'Archiviert',
    archivedHint: 'Es ist im Archiv',
  },

  lastSeen: {
    never: 'Noch von keinem SDK ausgewertet',
    inUse: (time) => `Zuletzt ausgewertet ${time}: in Gebrauch`,
    today: (time) => `Zuletzt ausgewertet ${time}: heute verwendet`,
    thisWeek: (time) => `Zuletzt ausgewertet ${time}: diese Woche verwendet`,
    earlier: (time) => `Zuletzt ausgewertet ${time}: länger nicht verwendet`,
  },

  states: {
    active: 'Aktiv',
    stale: 'Veraltet oder möglicherweise veraltet',
    'potentially-stale': 'Möglicherweise veraltet',
  },
  stages: {
    initial: 'Definiert',
    'pre-live': 'In Entwicklung',
    live: 'Live',
    completed: 'Aufräumen',
    archived: 'Archiviert',
  },
  stageSince: (stage, time) => `${stage} seit ${time}`,

  propose: {
    title: (environment) => `Änderungen in ${environment} erfordern einen Änderungsantrag`,
    on: (flag, environment) =>
      `${flag} wird eingeschaltet, sobald der Änderungsantrag genehmigt und angewendet ist. Die Änderung kommt in Ihren Änderungsantrag für ${environment}.`,
    off: (flag, environment) =>
      `${flag} wird ausgeschaltet, sobald der Änderungsantrag genehmigt und angewendet ist. Die Änderung kommt in Ihren Änderungsantrag für ${environment}.`,
    skipOn: 'Ohne Genehmigung einschalten',
    skipOff: 'Ohne Genehmigung ausschalten',
  },
};
