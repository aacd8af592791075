import { catalogue } from '../language.ts';
import { en as bulk } from './bulk/texts.ts';
import { en as flags } from './flags/texts.ts';
import { de } from './texts.de.ts';

const en = {
  archive: {
    title: 'Archive',
    note: 'Flags that are no longer used. SDKs do not get them.',
    noun: { one: 'archived flag', many: 'archived flags' },
    empty:
      'Archive a flag on its page when it is no longer needed. Here it can be revived or deleted.',
    archived: 'Archived',
    lastSeen: 'Last seen',
    revive: (flag: string) => `Revive ${flag}`,
    revived: (flag: string) => `${flag} is revived, and off everywhere`,
    /** After the name of the flag. */
    deleteWarning:
      'is deleted permanently, and its name can be used again. Its events stay in the event log. This cannot be undone.',
  },

  bulk,

  contextFields: {
    title: 'Context fields',
    note: 'Properties of the evaluation context, for constraints and rollouts.',
    noun: { one: 'context field', many: 'context fields' },
    empty:
      'A context field is a property that applications send for evaluation, such as a plan or a country.',
    changed: (field: string) => `${field} is changed`,
    created: (field: string) => `${field} is created`,
    everyValue: 'every value',
    flags: 'Flags',
    legalValues: 'Legal values',
    stickiness: 'Stickiness',
    yes: 'yes',
    no: 'no',
    uses: (field: string) => `Where ${field} is used`,
    /** After the name of the field. */
    deleteWarning: 'is deleted with its legal values.',
    deleteInUse: (flags: string) =>
      `Still used by ${flags}: the server refuses until none uses it.`,

    form: {
      title: (field: string) => `Context field ${field}`,
      newTitle: 'New context field',
      create: 'Create context field',
      nameNote: 'The name used in SDKs; it cannot be changed later',
      stickiness: 'Can be used for stickiness',
      stickinessNote: 'The same value then always gets the same result',
      noun: 'value',
      empty: 'Every value is legal.',
      value: 'Value',
      meaning: 'What it means',
    },
  },

  customStrategies: {},

  flag: {},

  flags,

  segments: {},

  strategies: {},

  tags: {
    title: 'Tags',
    note: 'Labels to find flags by, grouped by type.',
    types: 'Tag types',
    tag: 'Tag',
    noun: { one: 'tag', many: 'tags' },
    empty: 'Tag flags with a team or a topic, and find them by it.',
    newTitle: 'New tag',
    create: 'Create tag',
    changed: (name: string) => `${name} is changed`,
    created: (name: string) => `${name} is created`,
    /** After the tag. */
    deleteWarning: 'is removed from every flag that has it.',

    type: {
      noun: { one: 'tag type', many: 'tag types' },
      empty: 'A tag type groups tags, for example by team.',
      title: (name: string) => `Tag type ${name}`,
      newTitle: 'New tag type',
      create: 'Create tag type',
      nameNote: 'It cannot be changed later',
      icon: 'Icon',
      colour: 'Colour',
      clearColour: 'No colour',
      noColour: 'None chosen',
      /** After the name of the type. */
      deleteWarning: 'is deleted with all tags of this type.',
    },
  },

  versions: {},
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
