import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Strategy types',
  note: 'The ways in which a flag can be on for some and not others.',
  noun: { one: 'strategy type', many: 'strategy types' },
  empty: 'Besides the built-in ones, SDKs can know strategy types of your own.',
  columns: { name: 'Name', parameters: 'Parameters', kind: 'Kind' },
  noParameters: 'none',
  own: 'your own',
  builtIn: 'built in',
  deprecated: 'Deprecated',
  deprecate: (title: string) => `Deprecate: ${title}`,
  reactivate: (title: string) => `Offer again: ${title}`,
  isDeprecated: (title: string) => `${title} is deprecated`,
  isReactivated: (title: string) => `${title} is offered again`,
  deleteWarning: (title: string) =>
    `${title} can no longer be chosen. It can only be deleted when no flag uses it.`,
  form: {
    add: 'New strategy type',
    edit: (name: string) => `Strategy type ${name}`,
    create: 'Create strategy type',
    created: (name: string) => `${name} is created`,
    changed: (name: string) => `${name} is changed`,
    nameNote: 'As the SDKs know it; it cannot be changed later',
    title: 'Title',
    parameters: 'Parameters',
    parameter: 'parameter',
    parameterName: 'Parameter name',
    parameterType: 'Parameter type',
    name: 'Name',
    meaning: 'What it is',
    required: 'Required',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
