import type { Texts } from './texts.ts';

export const de: Texts = {
  box: {
    clear: 'Suche leeren',
    help: 'Hilfe zur Suche',
    previousResults: 'Ergebnisse der vorherigen Abfrage:',
    suggestions: (box) => `${box}: Vorschläge`,
  },

  mistake: {
    at: (position, fact) => `Zeichen ${position}: ${fact}.`,
    changeTo: (word) => `In ${word} ändern`,
    searchFor: (text) => `Nach ${text} suchen`,
  },
};
