import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  segments: {
    title: 'Segmente',
    note: 'Wiederverwendbare Gruppen von Benutzern, definiert durch ihren Kontext',
    noun: { one: 'Segment', many: 'Segmente' },
    empty:
      'Definieren Sie eine Gruppe einmal, etwa Beta-Tester, und verwenden Sie sie in vielen Flags.',
    columns: {
      name: 'Name',
      constraints: 'Benutzer',
      project: 'Projekt',
      flags: 'Flags',
      created: 'Erstellt',
    },
    everyProject: 'alle',
    uses: (name) => `Wo ${name} verwendet wird`,
    unusedWarning: (name) => `Kein Flag verwendet ${name}. Es kann nicht wiederhergestellt werden.`,
    usedWarning: (name, flags) =>
      `${flags === 1 ? '1 Flag verwendet' : `${formatNumber(flags)} Flags verwenden`} ${name}. Es kann erst gelöscht werden, wenn kein Flag es mehr verwendet.`,
    form: {
      add: 'Neues Segment',
      edit: (name) => `Segment ${name}`,
      create: 'Segment erstellen',
      created: (name) => `${name} wurde erstellt`,
      changed: (name) => `${name} wurde gespeichert`,
      outdated: {
        title: 'Das Segment wurde geändert, seit Sie es geöffnet haben',
        note: 'Nichts wurde gespeichert. Laden Sie das aktuelle Segment: Was Sie bearbeitet haben, bleibt, wie Sie es eingegeben haben. Prüfen und speichern Sie es dann.',
        load: 'Aktuelles Segment laden',
      },
      projectNote: 'Nur Flags dieses Projekts können es verwenden',
      everyProject: 'Alle Projekte',
      constraints: 'Bedingungen: Alle müssen zutreffen',
      noConstraints: 'Ohne Bedingungen enthält es alle Benutzer.',
      save: 'Segment speichern',
    },
    affected: {
      none: 'Kein Flag verwendet dieses Segment.',
      title: (flags, inProduction) =>
        inProduction === 0
          ? `Speichern betrifft ${flags}`
          : `Speichern betrifft ${flags}, davon ${formatNumber(inProduction)} in production`,
      list: 'Betroffene Flags',
      needsApproval: 'Erfordert Genehmigung',
      requestIn: 'Änderungsantrag in',
      refused: 'Sie können diese Änderung weder beantragen noch ohne Genehmigung vornehmen.',
      others: (project, others) =>
        `Der Änderungsantrag gilt nur für ${project}. Wer ihn anwendet, muss ${others} ohne Genehmigung ändern dürfen.`,
    },
  },

  strategies: {
    operators: {
      IN: { label: 'ist einer von', negated: 'ist nicht einer von' },
      NOT_IN: { label: 'ist keiner von', negated: 'ist einer von' },
      STR_CONTAINS: { label: 'enthält', negated: 'enthält nicht' },
      STR_STARTS_WITH: { label: 'beginnt mit', negated: 'beginnt nicht mit' },
      STR_ENDS_WITH: { label: 'endet mit', negated: 'endet nicht mit' },
      NUM_EQ: { label: 'ist gleich', negated: 'ist nicht gleich' },
      NUM_GT: { label: 'ist größer als', negated: 'ist nicht größer als' },
      NUM_GTE: { label: 'ist mindestens', negated: 'ist nicht mindestens' },
      NUM_LT: { label: 'ist kleiner als', negated: 'ist nicht kleiner als' },
      NUM_LTE: { label: 'ist höchstens', negated: 'ist nicht höchstens' },
      DATE_AFTER: { label: 'ist nach', negated: 'ist nicht nach' },
      DATE_BEFORE: { label: 'ist vor', negated: 'ist nicht vor' },
      SEMVER_EQ: { label: 'ist Version', negated: 'ist nicht Version' },
      SEMVER_GT: { label: 'ist neuer als Version', negated: 'ist nicht neuer als Version' },
      SEMVER_LT: { label: 'ist älter als Version', negated: 'ist nicht älter als Version' },
    },
    operatorKinds: {
      list: 'Genaue Werte',
      text: 'Teile von Texten',
      number: 'Zahlen',
      date: 'Zeitpunkte',
      version: 'Versionen',
    },
    audience: {
      all: 'Alle Benutzer',
      matching: 'Alle passenden Benutzer',
      shareOf: (percent, matching, stickiness) =>
        `${percent}% aller ${matching ? 'passenden ' : ''}Benutzer, Stickiness: ${stickiness}`,
      userOrSession: 'Benutzer oder Sitzung',
      atRandom: (percent, matching) =>
        `${percent}% aller ${matching ? 'passenden ' : ''}Auswertungen, zufällig`,
      userIds: (list) => `Die Benutzer ${list}`,
      IPs: (list) => `Die Adressen ${list}`,
      hostNames: (list) => `Die Hosts ${list}`,
      noUserIds: 'Keine Benutzer: Es sind keine angegeben',
      noIPs: 'Keine Benutzer: Es sind keine Adressen angegeben',
      noHostNames: 'Keine Benutzer: Es sind keine Hosts angegeben',
    },
    listAndMore: (list, more) => `${list} und ${formatNumber(more)} weitere`,
    sentence: {
      title: 'Wirkung',
      withoutEffect: 'Keine Wirkung: Eine andere Strategie gilt bereits für alle Benutzer.',
      all: 'alle Benutzer',
      share: (percent) => `${percent}% der Benutzer`,
      userIds: (list) => `die Benutzer ${list}`,
      IPs: (list) => `die Adressen ${list}`,
      hostNames: (list) => `die Hosts ${list}`,
      custom: (type) => `Benutzer, die „${type}“ auswählt`,
      condition: (field, comparison) => `${field} ${comparison}`,
      is: (value) => `ist ${value}`,
      isNot: (value) => `ist nicht ${value}`,
      inSegment: (name) => `sie gehören zum Segment ${name}`,
      noValue: '(noch kein Wert)',
      on: (audience, conditions) =>
        conditions.length === 0
          ? `An für ${audience}.`
          : `An für ${audience}, für die gilt: ${conditions.join(' und ')}.`,
      nobody: 'An für niemanden.',
      sticky: (stickiness) => `Stickiness: ${stickiness}.`,
      atRandom: 'Bei jeder Auswertung zufällig gewählt.',
      variants: (list) => `Sie erhalten eine Variante: ${list}.`,
      disabled: 'Die Strategie ist deaktiviert und wird nicht ausgewertet.',
    },
    share: {
      ofAll: (percent) => `${percent}% aller Benutzer`,
      ofMatching: (percent) => `${percent}% der passenden Benutzer`,
      ofEvaluations: (percent) => `${percent}% aller Auswertungen`,
      ofMatchingEvaluations: (percent) => `${percent}% der passenden Auswertungen`,
    },
    view: {
      disabled: 'Deaktiviert',
      variants: (count) =>
        count === 1 ? 'Sie erhalten eine Variante' : `Sie erhalten eine von ${count} Varianten`,
      parameter: (name, value) => `${name} ist ${value}`,
      segment: (name) => `im Segment ${name}`,
      unknownSegment: (id) => `Segment ${id}`,
      if: 'wenn',
      and: 'und',
      more: (count) => `und ${formatNumber(count)} weitere`,
      caseInsensitive: 'ohne Groß-/Kleinschreibung',
      emptyValue: 'leer',
    },
    stickiness: {
      userOrSession: 'Benutzer oder Sitzung',
      random: 'Keine (jedes Mal zufällig)',
    },
  },

  versions: {
    actions: (headline) => `Aktionen: ${headline}`,
    allEvents: 'Alle Ereignisse dieses Flags',
    back: 'Zurück zum Verlauf',
    changed: 'Geändert',
    compareBefore: 'Mit der Version davor vergleichen',
    compareCurrent: 'Mit aktuellem Stand vergleichen',
    compareSelected: 'Auswahl vergleichen',
    current: 'Aktuell',
    event: 'Ereignis anzeigen',
    earlier: 'Frühere Änderungen stehen in den Ereignissen:',
    first: 'Erste aufgezeichnete Version',
    more: 'Mehr anzeigen',
    restore: 'Diese Version wiederherstellen …',
    select: (headline) => `Zum Vergleich auswählen: ${headline}`,
    selectNote:
      'Wählen Sie zwei Versionen aus oder eine, um sie mit der aktuellen Konfiguration zu vergleichen.',
    title: 'Versionen',
    view: 'Diese Version ansehen',
  },

  usage: {
    range: 'Zeitraum',
    spans: { 48: '48 Stunden', 168: '7 Tage', 720: '30 Tage', 2160: '90 Tage' },
    shown: 'Aufschlüsselung',
    splits: { result: 'Ja und Nein', variant: 'Varianten', application: 'Anwendungen' },
    yes: 'Ja',
    no: 'Nein',
    others: 'Andere',
    emptyTitle: 'Keine Auswertungen in diesem Zeitraum',
    empty: (flag) =>
      `Sobald eine Anwendung ${flag} auswertet und das meldet, erscheinen hier die Zahlen.`,
    begin: (day) => `Die Zahlen beginnen am ${day}.`,
    evaluatedBy: 'Ausgewertet von',
    totals: (yes, no) => `${formatNumber(yes)} Ja, ${formatNumber(no)} Nein`,
    chart: (environment, totals) => `Auswertungen in ${environment}: ${totals}`,
    noVariants: 'Es wurden keine Varianten gemeldet.',
    variantsShown: 'Ausgelieferte Varianten',
  },
};
