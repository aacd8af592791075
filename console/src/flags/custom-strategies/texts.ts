import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  title: 'Strategy types',
  note: 'They determine for whom a flag is on.',
  noun: { one: 'strategy type', many: 'strategy types' },
  empty: 'Besides the built-in types, SDKs can support your own.',
  columns: { name: 'Name', parameters: 'Parameters', kind: 'Kind' },
  noParameters: 'none',
  own: 'custom',
  builtIn: 'built-in',
  deprecated: 'Deprecated',
  deprecate: (title: string) => `Deprecate: ${title}`,
  reactivate: (title: string) => `Reactivate: ${title}`,
  isDeprecated: (title: string) => `Deprecated ${title}`,
  isReactivated: (title: string) => `Reactivated ${title}`,
  deleteWarning: (title: string) =>
    `${title} can no longer be chosen. It can only be deleted when no flag uses it.`,
  form: {
    add: 'New strategy type',
    edit: (name: string) => `Strategy type ${name}`,
    create: 'Create strategy type',
    created: (name: string) => `Created ${name}`,
    changed: (name: string) => `Saved ${name}`,
    nameNote: 'The name used in SDKs; it cannot be changed later',
    title: 'Title',
    parameters: 'Parameters',
    parameter: 'parameter',
    parameterName: 'Parameter name',
    parameterType: 'Parameter type',
    name: 'Name',
    meaning: 'Meaning',
    required: 'Required',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
