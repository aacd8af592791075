import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
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
    range: 'How far back',
    spans: { 48: '48 hours', 168: '7 days', 720: '30 days', 2160: '90 days' },
    shown: 'What is shown',
    splits: { result: 'Yes and no', variant: 'Variants', application: 'Applications' },
    yes: 'Yes',
    no: 'No',
    others: 'Others',
    emptyTitle: 'No SDK evaluated it in that time',
    empty: (flag: string) =>
      `Once an application evaluates ${flag} and reports it, the counts appear here.`,
    begin: (day: string) => `There are no counts from before ${day}.`,
    evaluatedBy: (applications: string) => `Evaluated by ${applications}`,
    totals: (yes: number, no: number) => `${formatNumber(yes)} yes, ${formatNumber(no)} no`,
    chart: (environment: string, totals: string) => `Evaluations in ${environment}: ${totals}`,
    noVariants: 'No variants were reported.',
    variantsShown: 'Variants shown',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
