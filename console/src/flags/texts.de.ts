import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  archive: {},

  bulk: {},

  contextFields: {},

  customStrategies: {},

  flag: {},

  flags: {},

  segments: {},

  strategies: {},

  tags: {},

  versions: {},

  usage: {
    range: 'Zeitraum',
    spans: { 48: '48 Stunden', 168: '7 Tage', 720: '30 Tage', 2160: '90 Tage' },
    shown: 'Darstellung',
    splits: { result: 'Ja und Nein', variant: 'Varianten', application: 'Anwendungen' },
    yes: 'Ja',
    no: 'Nein',
    others: 'Andere',
    emptyTitle: 'In diesem Zeitraum hat kein SDK das Flag ausgewertet',
    empty: (flag) =>
      `Sobald eine Anwendung ${flag} auswertet und das meldet, erscheinen hier die Zahlen.`,
    begin: (day) => `Vor dem ${day} liegen keine Zahlen vor.`,
    evaluatedBy: (applications) => `Ausgewertet von ${applications}`,
    totals: (yes, no) => `${formatNumber(yes)} Ja, ${formatNumber(no)} Nein`,
    chart: (environment, totals) => `Auswertungen in ${environment}: ${totals}`,
    noVariants: 'Es wurden keine Varianten gemeldet.',
    variantsShown: 'Ausgelieferte Varianten',
  },
};
