import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  playground: {
    title: 'Playground',
    note: 'Wertet Flags für einen Kontext aus und zeigt die Gründe. Es wird nichts geändert.',
    empty: 'Noch keine Auswertung',
    emptyNote:
      'Wählen Sie Umgebungen und einen Kontext, um alle Flags auszuwerten. Die URL enthält danach die Eingaben und lässt sich weitergeben.',
    asOfNote: 'Flags und Segmente werden so ausgewertet, wie sie damals waren.',

    form: {
      title: 'Was ausgewertet wird',
      context: 'Kontext',
      atLeastOne: 'Mindestens eine',
      chooseOne: 'Wählen Sie mindestens eine',
      allVisible: 'Alle, die Sie sehen dürfen',
      allProjects: 'Alle Projekte',
      evaluate: 'Flags auswerten',
      asOf: 'Stand vom',
      asOfNote: 'Wertet Flags und Segmente so aus, wie sie damals waren. Leer bedeutet jetzt.',
      editedAs: 'Kontext bearbeiten als',
      fields: 'Felder',
      contextAsJson: 'Kontext als JSON',
      notJson: 'Das ist noch kein JSON-Objekt',
      unknownField: (name) => `Kein Kontextfeld heißt ${name}.`,
      severalValues: 'Trennen Sie Werte mit Kommas, um jeden einzeln auszuwerten.',
      field: 'Feld',
      value: 'Wert',
      fieldMissing: 'Feld wählen',
      fieldNumber: (number) => `Feld ${number}`,
      valueNumber: (number) => `Wert ${number}`,
      removeField: (number) => `Feld ${number} entfernen`,
      addField: 'Feld hinzufügen',
    },

    results: {
      label: 'Ergebnisse',
      dropped: 'Teile des Kontexts wurden ignoriert',
      droppedNote: (names) =>
        `Nur Texte, Zahlen und Wahrheitswerte lassen sich vergleichen: ${names}`,
      empty: 'Keine Ergebnisse',
      noFlags:
        'In diesen Projekten gibt es keine Flags. Wählen Sie andere oder erstellen Sie ein Flag.',
      noMatch: 'Kein Flag passt zu Name und Ergebnis.',
      flags: 'Flags',
      find: 'In den Ergebnissen suchen',
      findNote: 'Name eines Flags',
      filter: 'Nach Ergebnis filtern',
      all: 'Alle',
      different: 'Unterschiedlich',
      missing: 'Nicht in dieser Umgebung',
      onForSome: (on, all) => `An für ${formatNumber(on)} von ${formatNumber(all)}`,
      why: 'Warum?',
      whyOf: (flag, environment) => `Warum? ${flag} in ${environment}`,
    },

    explanation: {
      title: (flag) => `Gründe: ${flag}`,
      moreContexts: (count) =>
        `Und ${formatNumber(count)} weitere Kontexte; verwenden Sie weniger Werte, um sie zu sehen.`,
      context: (context) => `Für ${context}`,
      emptyContext: 'einen leeren Kontext',
      variant: (name) => `Variante ${name}`,
      strategyApplies: (name) => `Strategie ${name} trifft zu`,
      strategyDiffers: (name) => `Strategie ${name} trifft nicht zu`,
      strategyUnknown: (name) => `Strategie ${name} trifft möglicherweise zu`,
      segment: (name) => `Segment ${name}`,
      satisfied: 'Ja: ',
      notSatisfied: 'Nein: ',
      unknown: 'Unbekannt: ',
    },

    reasons: {
      switchedOff: (environment) => `Es ist in ${environment} ausgeschaltet.`,
      dependency: 'Ein Flag, von dem es abhängt, hat nicht das verlangte Ergebnis.',
      noStrategies: (environment) =>
        `Es ist in ${environment} eingeschaltet und hat keine Strategien.`,
      strategyApplies: 'Eine Strategie trifft auf diesen Kontext zu.',
      noStrategyApplies: 'Keine Strategie trifft auf diesen Kontext zu.',

      comparisons: {
        IN: 'ist einer von',
        NOT_IN: 'ist keiner von',
        STR_ENDS_WITH: 'endet mit',
        STR_STARTS_WITH: 'beginnt mit',
        STR_CONTAINS: 'enthält',
        NUM_EQ: '=',
        NUM_GT: '>',
        NUM_GTE: '≥',
        NUM_LT: '<',
        NUM_LTE: '≤',
        DATE_AFTER: 'liegt nach',
        DATE_BEFORE: 'liegt vor',
        SEMVER_EQ: 'ist Version',
        SEMVER_GT: 'ist eine Version nach',
        SEMVER_LT: 'ist eine Version vor',
      },
      nothing: 'nichts',
      constraint: ({ field, comparison, expected, actual, negated, caseInsensitive }) => {
        const rule = `${field} ${comparison} ${expected}${caseInsensitive ? ', ohne Beachtung der Groß-/Kleinschreibung' : ''}`;
        const found =
          actual === null ? `${field} fehlt im Kontext` : `der Kontext enthält ${actual}`;
        return `${negated ? `nicht (${rule})` : rule}: ${found}`;
      },

      allUsers: 'gilt für alle Benutzer',
      lacksStickiness: (percentage, field) =>
        `${percentage}% erhalten es, abhängig von ${field}; der Kontext enthält kein ${field}`,
      userOrSession: 'Benutzer oder Sitzung',
      bucketBy: (percentage, bucket, field, value) =>
        `${percentage}% erhalten es: Bucket ${bucket} von 100 nach ${field} ${value}`,
      bucketAtRandom: (percentage, bucket) =>
        `${percentage}% erhalten es: Bucket ${bucket} von 100, zufällig`,
      list: (field, list, actual) =>
        `${field} steht in der Liste (${list}): der Kontext enthält ${actual ?? 'keinen Wert'}`,
      unknownStrategy: 'nur SDKs können diese Strategie auswerten',
      unknownHost: 'nur ein SDK kennt den Namen seines Hosts',
      disabled: 'ist deaktiviert',
    },
  },
};
