import type { Texts } from './texts.ts';

export const de: Texts = {
  request: {
    status: (status) => `Der Server hat mit Status ${status} geantwortet.`,
    unreachable: 'Der Server ist nicht erreichbar. Läuft er?',
    offline: 'Sie sind offline.',
    notSaved: 'Nicht gespeichert: Sie sind offline.',
    signedOut: 'Sie wurden abgemeldet. Melden Sie sich an und versuchen Sie es dann erneut.',
    notJson: 'Die Antwort ist kein JSON. Prüfen Sie die Proxys vor dem Server.',
  },
};
