import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  form: {
    add: (scope: string) => `New strategy in ${scope}`,
    edit: (scope: string) => `Edit strategy in ${scope}`,
    type: 'Who gets it',
    title: 'Title',
    titleNote: 'A short note for others, such as “Beta customers”',
    conditions: 'Conditions: all must match',
    variants: 'Variants they get',
    noVariants:
      'Without variants of its own, the strategy uses those of the environment, if there are any.',
    disabled: 'Disabled',
    disabledNote: 'A disabled strategy is not evaluated',
    tabs: 'Views of the strategy',
    settings: 'Strategy',
  },
  outdated: {
    title: 'The strategy was changed since you opened it',
    note: 'Nothing was saved. Load the current strategy: what you edited stays as you entered it. Then check it and save.',
    load: 'Load the current strategy',
  },
  outdatedChange: {
    title: 'The change request was changed since you opened it',
    note: 'Nothing was saved. Load the current version: what you edited stays as you entered it. Then check it and save.',
    load: 'Load the current version',
  },
  segments: {
    label: 'Segments',
    none: 'No segment',
    noun: 'a segment',
    notFound: 'No such segment',
    preview: (name: string) => `Segment ${name}`,
    all: 'All users',
  },
  parameters: {
    rollout: 'Rollout',
    stickiness: 'Stickiness',
    groupId: 'Rollout group',
    userIds: 'Users',
    IPs: 'Addresses',
    hostNames: 'Hosts',
    notes: {
      groupId:
        'Flags with the same rollout group select the same users. Default: the name of the flag.',
    },
    inPercent: (label: string) => `${label} in percent`,
  },
  constraints: {
    add: 'Add constraint',
    addFor: (field: string) => `Add another constraint on ${field}`,
    groupLabel: (field: string) => `Constraints on ${field}`,
    newGroup: 'New constraint',
    rowLabel: (number: number) => `Constraint ${number}`,
    remove: (number: number) => `Remove constraint ${number}`,
    field: 'Context field',
    fieldMissing: 'Choose a context field',
    fieldNoun: 'a context field',
    fieldUnknown: 'No such field. Fields are created under',
    createField: (name: string) => `Create context field “${name}”`,
    legalValue: 'a legal value',
    legalValuesUnder: 'Legal values are edited under',
    operator: 'Operator',
    values: 'Values',
    value: 'Value',
    valueMissing: (number: number) => `Constraint ${number} needs at least one value`,
    chooseValues: 'Choose values',
    negate: 'Negate',
    caseInsensitive: 'Case-insensitive',
  },
  variants: {
    tabs: 'Views of the variants',
    settings: 'Variants',
    title: (scope: string) => `Variants in ${scope}`,
    note: 'Users for whom the flag is on get one of these, unless the strategy has its own variants. They are saved in the order of their names.',
    outdated: {
      title: 'The variants or the switch were changed since you opened this',
      note: 'Nothing was saved. Load the current variants: if you edited them, they stay as you entered them. Then check them and save.',
      load: 'Load the current variants',
    },
    add: 'Add variant',
    rowLabel: (number: number) => `Variant ${number}`,
    name: 'Variant name',
    weight: 'Weight',
    fixed: 'Fixed share',
    fixedNote: 'A weight that you enter is fixed. The other variants share the rest equally.',
    remove: (name: string) => `Remove variant ${name}`,
    sticky: 'Variant stickiness',
    boundary: (left: string, right: string) => `Boundary between ${left} and ${right}`,
    boundaryValue: (left: string, right: string) => `${left}, ${right}`,
    dragNote: 'Drag the boundaries of the bar, or move them with the arrow keys.',
    payload: 'Payload',
    payloadType: 'Payload type',
    payloadTypes: {
      none: 'No payload',
      string: 'Text',
      json: 'JSON',
      csv: 'CSV',
      number: 'Number',
    },
  },
  overrides: {
    label: 'Override',
    field: 'Override by',
    values: 'Override values',
    remove: (field: string) => `Remove override by ${field}`,
    add: 'Add override…',
  },
  code: {
    apiCall: 'API call',
    file: 'File',
    apiCallNote: 'The request that saves this strategy.',
    variantsCallNote: 'The request that saves these variants.',
    proposedNote: (environment: string) =>
      `Changes in ${environment} need approval, so the request adds the change to your change request.`,
    editedNote: 'The request that saves this change of the change request.',
    variables: 'PENNON_URL is the address of this server, TOKEN a personal access token.',
    copyCommand: 'Copy the command',
    fileNote: (environment: string) =>
      `Save this as flags.yaml and run “pennon apply”. A list in a file is complete, so it contains all strategies in ${environment}.`,
    variantsFileNote: (environment: string) =>
      `Save this as flags.yaml and run “pennon apply”. A list in a file is complete: the server then has exactly these variants in ${environment}.`,
    copyFile: 'Copy the file',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
