import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Context fields',
  note: 'Properties of the evaluation context, for constraints and rollouts.',
  noun: { one: 'context field', many: 'context fields' },
  empty:
    'A context field is a property that applications send for evaluation, such as a plan or a country.',
  changed: (field: string) => `Saved ${field}`,
  created: (field: string) => `Created ${field}`,
  everyValue: 'any value',
  flags: 'Flags',
  legalValues: 'Legal values',
  stickiness: 'Stickiness',
  yes: 'yes',
  no: 'no',
  segment: (flags: string) => `Segment, used by ${flags}`,
  uses: (field: string) => `Where ${field} is used`,
  /** After the name of the field. */
  deleteWarning: 'is deleted with its legal values.',
  deleteInUse: 'cannot be deleted, because flags or segments use it.',

  form: {
    title: (field: string) => `Context field ${field}`,
    newTitle: 'New context field',
    create: 'Create context field',
    nameNote: 'The name used in SDKs; it cannot be changed later',
    stickiness: 'Can be used for stickiness',
    stickinessNote: 'The same value then always gets the same result',
    noun: 'value',
    empty: 'Any value is legal.',
    value: 'Value',
    meaning: 'Meaning',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
