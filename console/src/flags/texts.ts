import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  segments: {
    title: 'Segments',
    note: 'Reusable groups of users, defined by their context',
    noun: { one: 'segment', many: 'segments' },
    empty: 'Define a group once, such as beta testers, and use it in many flags.',
    columns: {
      name: 'Name',
      constraints: 'Users',
      project: 'Project',
      flags: 'Flags',
      created: 'Created',
    },
    everyProject: 'all',
    uses: (name: string) => `Where ${name} is used`,
    unusedWarning: (name: string) => `No flag uses ${name}. It cannot be restored.`,
    usedWarning: (name: string, flags: number) =>
      `${name} is used by ${flags === 1 ? '1 flag' : `${formatNumber(flags)} flags`}. It can only be deleted when no flag uses it.`,
    form: {
      add: 'New segment',
      edit: (name: string) => `Segment ${name}`,
      create: 'Create segment',
      created: (name: string) => `Created ${name}`,
      changed: (name: string) => `Saved ${name}`,
      outdated: {
        title: 'The segment was changed since you opened it',
        note: 'Nothing was saved. Load the current segment: what you edited stays as you entered it. Then check it and save.',
        load: 'Load the current segment',
      },
      projectNote: 'Only flags of this project can use it',
      everyProject: 'All projects',
      constraints: 'Constraints: all must match',
      noConstraints: 'Without constraints, it contains all users.',
      save: 'Save segment',
    },
    affected: {
      none: 'No flag uses this segment.',
      title: (flags: string, inProduction: number) =>
        inProduction === 0
          ? `Saving affects ${flags}`
          : `Saving affects ${flags}, ${formatNumber(inProduction)} in production`,
      list: 'Affected flags',
      needsApproval: 'Requires approval',
      requestIn: 'Change request in',
      refused: 'You can neither propose this change nor make it without approval.',
      others: (project: string, others: string) =>
        `The change request covers only ${project}. The person who applies it must be allowed to change ${others} without approval.`,
    },
  },

  strategies: {
    operators: {
      IN: { label: 'is one of', negated: 'is not one of' },
      NOT_IN: { label: 'is not one of', negated: 'is one of' },
      STR_CONTAINS: { label: 'contains', negated: 'does not contain' },
      STR_STARTS_WITH: { label: 'starts with', negated: 'does not start with' },
      STR_ENDS_WITH: { label: 'ends with', negated: 'does not end with' },
      NUM_EQ: { label: 'equals', negated: 'does not equal' },
      NUM_GT: { label: 'is greater than', negated: 'is not greater than' },
      NUM_GTE: { label: 'is at least', negated: 'is not at least' },
      NUM_LT: { label: 'is less than', negated: 'is not less than' },
      NUM_LTE: { label: 'is at most', negated: 'is not at most' },
      DATE_AFTER: { label: 'is after', negated: 'is not after' },
      DATE_BEFORE: { label: 'is before', negated: 'is not before' },
      SEMVER_EQ: { label: 'is version', negated: 'is not version' },
      SEMVER_GT: { label: 'is newer than version', negated: 'is not newer than version' },
      SEMVER_LT: { label: 'is older than version', negated: 'is not older than version' },
    },
    operatorKinds: {
      list: 'Exact values',
      text: 'Parts of text',
      number: 'Numbers',
      date: 'Dates',
      version: 'Versions',
    },
    /** Who gets the flag, before constraints. */
    audience: {
      all: 'All users',
      matching: 'All matching users',
      shareOf: (percent: number, matching: boolean, stickiness: string) =>
        `${percent}% of ${matching ? 'the matching' : 'all'} users, sticky on ${stickiness}`,
      userOrSession: 'user or session',
      atRandom: (percent: number, matching: boolean) =>
        `${percent}% of ${matching ? 'the matching' : 'all'} evaluations, at random`,
      userIds: (list: string) => `The users ${list}`,
      IPs: (list: string) => `The addresses ${list}`,
      hostNames: (list: string) => `The hosts ${list}`,
      noUserIds: 'No users: the users are not set',
      noIPs: 'No users: the addresses are not set',
      noHostNames: 'No users: the hosts are not set',
    },
    listAndMore: (list: string, more: number) => `${list} and ${formatNumber(more)} more`,
    /** What a strategy does, as a sentence. */
    sentence: {
      title: 'What it does',
      withoutEffect: 'No effect: another strategy is already on for all users.',
      all: 'all users',
      share: (percent: number) => `${percent}% of users`,
      userIds: (list: string) => `the users ${list}`,
      IPs: (list: string) => `the addresses ${list}`,
      hostNames: (list: string) => `the hosts ${list}`,
      custom: (type: string) => `users that “${type}” selects`,
      condition: (field: string, comparison: string) => `whose ${field} ${comparison}`,
      is: (value: string) => `is ${value}`,
      isNot: (value: string) => `is not ${value}`,
      inSegment: (name: string) => `who are in the segment ${name}`,
      noValue: '(no value yet)',
      on: (audience: string, conditions: readonly string[]) =>
        `On for ${[audience, conditions.join(' and ')].join(' ').trim()}.`,
      nobody: 'On for nobody.',
      sticky: (stickiness: string) => `Sticky on ${stickiness}.`,
      atRandom: 'Chosen at random for each evaluation.',
      variants: (list: string) => `They get a variant: ${list}.`,
      disabled: 'The strategy is disabled, so it is not evaluated.',
    },
    share: {
      ofAll: (percent: number) => `${percent}% of all users`,
      ofMatching: (percent: number) => `${percent}% of the matching users`,
      ofEvaluations: (percent: number) => `${percent}% of all evaluations`,
      ofMatchingEvaluations: (percent: number) => `${percent}% of the matching evaluations`,
    },
    view: {
      disabled: 'Disabled',
      variants: (count: number) =>
        count === 1 ? 'They get one variant' : `They get one of ${count} variants`,
      parameter: (name: string, value: string) => `${name} is ${value}`,
      segment: (name: string) => `in the segment ${name}`,
      unknownSegment: (id: number) => `Segment ${id}`,
      if: 'if',
      and: 'and',
      more: (count: number) => `and ${formatNumber(count)} more`,
      caseInsensitive: 'case-insensitive',
      emptyValue: 'empty',
    },
    stickiness: {
      userOrSession: 'User or session',
      random: 'None (random each time)',
    },
  },

  versions: {
    actions: (headline: string) => `Actions: ${headline}`,
    allEvents: 'All events of this flag',
    back: 'Back to the history',
    changed: 'Changed',
    compareBefore: 'Compare with the version before',
    compareCurrent: 'Compare with current',
    compareSelected: 'Compare selected',
    current: 'Current',
    earlier: 'Earlier changes are in the events:',
    event: 'Show the event',
    first: 'First recorded version',
    more: 'Show more',
    restore: 'Restore this version…',
    select: (headline: string) => `Select for comparison: ${headline}`,
    selectNote: 'Select two versions, or one to compare it with the current configuration.',
    title: 'Versions',
    view: 'View this version',
  },

  usage: {
    range: 'Time range',
    spans: { 48: '48 hours', 168: '7 days', 720: '30 days', 2160: '90 days' },
    shown: 'Breakdown',
    splits: { result: 'Yes and no', variant: 'Variants', application: 'Applications' },
    yes: 'Yes',
    no: 'No',
    others: 'Others',
    emptyTitle: 'No evaluations in this time range',
    empty: (flag: string) =>
      `Once an application evaluates ${flag} and reports it, the counts appear here.`,
    begin: (day: string) => `Counts begin on ${day}.`,
    /** Before the names of applications. */
    evaluatedBy: 'Evaluated by',
    totals: (yes: number, no: number) => `${formatNumber(yes)} yes, ${formatNumber(no)} no`,
    chart: (environment: string, totals: string) => `Evaluations in ${environment}: ${totals}`,
    noVariants: 'No variants were reported.',
    variantsShown: 'Variants shown',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
