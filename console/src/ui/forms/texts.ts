import { catalogue, formatNumber } from '../../language.ts';
import { de } from './texts.de.ts';

/** Of forms and dialogs, which are loaded after their pages. */
const en = {
  /** Before input is lost. */
  discard: {
    title: 'Discard changes?',
    note: 'Your changes are not saved.',
    discard: 'Discard changes',
    keep: 'Keep editing',
  },

  expiry: {
    label: 'Expires',
    in7Days: 'In 7 days',
    in30Days: 'In 30 days',
    in90Days: 'In 90 days',
    inYear: 'In a year',
    onDate: 'On a date',
    never: 'Never',
    lastDay: 'Last day',
  },

  rows: {
    row: (number: number, noun: string) => `Row ${number}: ${noun}`,
    add: (noun: string) => `Add ${noun}`,
    remove: (noun: string, name: string | number) => `Remove ${noun} ${name}`,
  },

  secret: {
    label: 'Secret',
    once: 'Copy it now: it is shown only once.',
    otherAddress: (origin: string) =>
      `The link begins with ${origin}, the address that is configured for this server (UNLEASH_URL), which is not the one you are using. Check that others can reach it.`,
    done: 'Done',
    leave: {
      title: 'Close without copying?',
      note: 'You have not copied it, and it is not shown again.',
      discard: 'Close without copying',
      keep: 'Go back',
    },
  },

  values: {
    count: (count: number) => (count === 1 ? '1 value' : `${formatNumber(count)} values`),
    countShown: (count: number, shown: number) =>
      `${formatNumber(count)} values, of which the last ${shown} are shown`,
    asList: 'Edit as list',
    asText: 'Edit as text',
    placeholder: 'Type or paste values',
    separators: 'One value per line, or separated by commas; a value with a comma in double quotes',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
