import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

/** A constraint and what the context has for it, or null. */
export type ComparedConstraint = {
  field: string;
  comparison: string;
  expected: string;
  actual: string | null;
  negated: boolean;
  caseInsensitive: boolean;
};

const en = {
  playground: {
    title: 'Playground',
    note: 'Evaluates flags for a context and shows the reasons. Nothing is changed.',
    empty: 'No evaluation yet',
    emptyNote:
      'Choose environments and a context to evaluate every flag. The URL then contains the input and can be shared.',
    asOfNote: 'Flags and segments are evaluated as they were.',

    form: {
      title: 'What to evaluate',
      context: 'Context',
      atLeastOne: 'At least one',
      chooseOne: 'Choose at least one',
      allVisible: 'All that you can see',
      allProjects: 'All projects',
      evaluate: 'Evaluate flags',
      asOf: 'As of',
      asOfNote: 'Evaluates flags and segments as they were then. Empty means now.',
      editedAs: 'Edit the context as',
      fields: 'Fields',
      contextAsJson: 'Context as JSON',
      notJson: 'This is not a JSON object yet',
      unknownField: (name: string) => `No context field is named ${name}.`,
      severalValues: 'Separate values with commas to evaluate each of them.',
      field: 'Field',
      value: 'Value',
      fieldMissing: 'Choose a field',
      fieldNumber: (number: number) => `Field ${number}`,
      valueNumber: (number: number) => `Value ${number}`,
      removeField: (number: number) => `Remove field ${number}`,
      addField: 'Add a field',
    },

    results: {
      label: 'Results',
      dropped: 'Parts of the context were ignored',
      droppedNote: (names: string) => `Only text, numbers and booleans can be compared: ${names}`,
      empty: 'No results',
      noFlags: 'There are no flags in these projects. Choose others, or create a flag.',
      noMatch: 'No flag matches the name and the result.',
      flags: 'flags',
      find: 'Find in the results',
      findNote: 'Name of a flag',
      filter: 'Filter by result',
      all: 'All',
      different: 'Different',
      missing: 'Not in this environment',
      onForSome: (on: number, all: number) => `On for ${formatNumber(on)} of ${formatNumber(all)}`,
      why: 'why?',
      whyOf: (flag: string, environment: string) => `why? ${flag} in ${environment}`,
    },

    explanation: {
      title: (flag: string) => `Why: ${flag}`,
      moreContexts: (count: number) =>
        `And ${formatNumber(count)} more contexts; use fewer values to see them.`,
      context: (context: string) => `For ${context}`,
      emptyContext: 'an empty context',
      variant: (name: string) => `Variant ${name}`,
      strategyApplies: (name: string) => `Strategy ${name} applies`,
      strategyDiffers: (name: string) => `Strategy ${name} does not apply`,
      strategyUnknown: (name: string) => `Strategy ${name} might apply`,
      segment: (name: string) => `Segment ${name}`,
      satisfied: 'Yes: ',
      notSatisfied: 'No: ',
      unknown: 'Unknown: ',
    },

    reasons: {
      switchedOff: (environment: string) => `It is switched off in ${environment}.`,
      dependency: 'A flag that it depends on does not have the required result.',
      noStrategies: (environment: string) =>
        `It is switched on in ${environment} and has no strategies.`,
      strategyApplies: 'A strategy applies to this context.',
      noStrategyApplies: 'No strategy applies to this context.',

      comparisons: {
        IN: 'is one of',
        NOT_IN: 'is not one of',
        STR_ENDS_WITH: 'ends with',
        STR_STARTS_WITH: 'starts with',
        STR_CONTAINS: 'contains',
        NUM_EQ: '=',
        NUM_GT: '>',
        NUM_GTE: '≥',
        NUM_LT: '<',
        NUM_LTE: '≤',
        DATE_AFTER: 'is after',
        DATE_BEFORE: 'is before',
        SEMVER_EQ: 'is version',
        SEMVER_GT: 'is a version after',
        SEMVER_LT: 'is a version before',
      },
      nothing: 'nothing',
      constraint: (compared: ComparedConstraint) => {
        const { field, comparison, expected, actual, negated, caseInsensitive } = compared;
        const rule = `${field} ${comparison} ${expected}${caseInsensitive ? ', case-insensitive' : ''}`;
        const found = actual === null ? `no ${field}` : actual;
        return `${negated ? `not (${rule})` : rule}: the context has ${found}`;
      },

      allUsers: 'it applies to all users',
      lacksStickiness: (percentage: number, field: string) =>
        `${percentage}% get it, sticky on ${field}, which the context does not have`,
      userOrSession: 'user or session',
      bucketBy: (percentage: number, bucket: number, field: string, value: string) =>
        `${percentage}% get it: bucket ${bucket} of 100 by ${field} ${value}`,
      bucketAtRandom: (percentage: number, bucket: number) =>
        `${percentage}% get it: bucket ${bucket} of 100 at random`,
      list: (field: string, list: string, actual: string | null) =>
        `${field} is in its list (${list}): the context has ${actual ?? 'none'}`,
      unknownStrategy: 'only SDKs can evaluate this strategy',
      unknownHost: 'only an SDK knows the name of its host',
      disabled: 'it is disabled',
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
