import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  box: {
    clear: 'Clear the search',
    help: 'Help with the search',
    previousResults: 'The results of the previous query are shown.',
    suggestions: (box: string) => `${box}: suggestions`,
  },

  mistake: {
    /** `fact` is a text of the server. */
    at: (position: number, fact: string) => `Character ${position}: ${fact}.`,
    changeTo: (word: string) => `Change to ${word}`,
    noProject: (word: string) => `You can see no active project with the ID “${word}”.`,
    searchFor: (text: string) => `Search for ${text}`,
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
