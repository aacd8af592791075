import type { Texts } from './texts.ts';

export const de: Texts = {
  box: {
    clear: 'Suche leeren',
    help: 'Hilfe zur Suche',
    previousResults: 'Die Ergebnisse der vorherigen Abfrage werden angezeigt.',
    suggestions: (box) => `${box}: Vorschläge`,
  },

  mistake: {
    at: (position, fact) => `Zeichen ${position}: ${fact}.`,
    changeTo: (word) => `In ${word} ändern`,
    noProject: (word) => `Sie sehen kein aktives Projekt mit der ID „${word}“.`,
    searchFor: (text) => `Nach ${text} suchen`,
  },
};
