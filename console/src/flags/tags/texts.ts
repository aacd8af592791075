import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Tags',
  note: 'Labels that group flags and help to find them.',
  types: 'Tag types',
  tag: 'Tag',
  noun: { one: 'tag', many: 'tags' },
  empty: 'Use tags to group and find flags, for example by team or topic.',
  newTitle: 'New tag',
  create: 'Create tag',
  changed: (name: string) => `Saved ${name}`,
  created: (name: string) => `Created ${name}`,
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
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
