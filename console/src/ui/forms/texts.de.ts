import { formatNumber } from '../../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  discard: {
    title: 'Änderungen verwerfen?',
    note: 'Ihre Änderungen sind nicht gespeichert.',
    discard: 'Änderungen verwerfen',
    keep: 'Weiter bearbeiten',
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

  rows: {
    row: (number, noun) => `Zeile ${number}: ${noun}`,
    add: (noun) => `${noun} hinzufügen`,
    remove: (noun, name) => `${noun} ${name} entfernen`,
  },

  secret: {
    label: 'Secret',
    once: 'Kopieren Sie es jetzt: Es wird nur dieses eine Mal angezeigt.',
    otherAddress: (origin) =>
      `Der Link beginnt mit ${origin}, der Adresse, die für diesen Server eingestellt ist (UNLEASH_URL). Sie verwenden eine andere. Prüfen Sie, ob andere sie erreichen.`,
    done: 'Fertig',
    leave: {
      title: 'Schließen, ohne zu kopieren?',
      note: 'Sie haben es nicht kopiert, und es wird nicht noch einmal angezeigt.',
      discard: 'Schließen, ohne zu kopieren',
      keep: 'Zurück',
    },
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
