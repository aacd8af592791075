import { catalogue, formatNumber } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  page: {
    about: 'About the flag',
    history: 'History',
    overview: 'Overview',
    usage: 'Usage',
    toFlags: 'Flags',
  },

  missing: {
    title: (flag: string, project: string) => `No flag “${flag}” in ${project}`,
    note: 'It may be archived or renamed, or be in another project.',
    search: 'Search for the flag',
    archive: 'Archived flags',
  },

  head: {
    archive: 'Archive…',
    complete: 'Complete…',
    copyFlag: 'Copy flag…',
    copyName: 'Copy the name',
    created: 'Created',
    createdBy: (name: string) => `by ${name}`,
    impressionData: 'Impression data',
    markNotStale: 'Mark as not stale',
    markStale: 'Mark as stale',
    more: 'More actions for this flag',
    move: 'Move…',
    potentiallyStale: 'Potentially stale',
    potentiallyStaleHint: 'Past the lifetime of its type',
    stale: 'Stale',
    staleHint: 'Marked as stale by a user',
    markedNotStale: (flag: string) => `Marked ${flag} as not stale`,
    markedStale: (flag: string) => `Marked ${flag} as stale`,
    uncomplete: 'Reopen the lifecycle',
  },

  edit: {
    impressionData: 'Collect impression data',
    impressionDataNote: 'SDKs emit an impression event at every evaluation',
    outdated: {
      title: 'The flag was changed since you opened it',
      note: 'Nothing was saved. Load the current flag: what you edited stays as you entered it. Then check it and save.',
      load: 'Load the current flag',
    },
    saved: (flag: string) => `Saved ${flag}`,
    stale: 'Stale',
    staleNote: 'The flag is no longer needed and can be removed from the code',
    title: (flag: string) => `Edit ${flag}`,
  },

  copyFlag: {
    action: 'Copy flag',
    copied: (flag: string) => `Created ${flag}`,
    name: 'Name of the copy',
    nameNote: 'The name used in code; it cannot be changed later',
    note: 'Strategies, variants, tags and the parent are copied. The copy is off in every environment.',
    title: (flag: string) => `Copy ${flag}`,
  },

  move: {
    action: 'Move flag',
    moved: (flag: string, project: string) => `Moved ${flag} to ${project}`,
    title: (flag: string) => `Move ${flag} to another project`,
  },

  complete: {
    action: 'Complete',
    completed: (flag: string) => `Completed ${flag}`,
    discarded: 'Discarded: no user will have it',
    kept: 'Kept: all users will have it',
    note: (stage: string) =>
      `This records the decision and moves the flag to the stage “${stage}”; its switches and strategies stay as they are. Next, remove the flag from the code, then archive it.`,
    outcome: 'Outcome',
    title: (flag: string) => `Complete ${flag}`,
    variant: 'Variant to keep',
  },

  archive: {
    action: 'Archive',
    archived: (flag: string) => `Archived ${flag}`,
    archivedAt: 'Archived',
    children: (flags: string) => `Flags that depend on it must be archived first: ${flags}.`,
    delete: 'Delete permanently…',
    deleteNote: 'Only its history in the event log remains.',
    deleteTitle: (flag: string) => `Delete ${flag} permanently?`,
    inArchive: 'In the archive',
    noSdk: 'SDKs no longer get it.',
    note: 'SDKs no longer get the flag, and code that evaluates it gets its default. It can be revived from the archive: it is then off everywhere, and its lifecycle starts from the beginning.',
    protected: (environment: string) =>
      `Changes in ${environment} need approval, so this is added to your change request for ${environment}.`,
    revive: 'Revive',
    revived: (flag: string) => `Revived ${flag}, which is off everywhere`,
    title: (flag: string) => `Archive ${flag}?`,
  },

  overview: {
    arrangement: 'Layout of the environments',
    list: 'List',
    sideBySide: 'Side by side',
    useInCode: 'Use in code',
    why: 'Why is it off for this user?',
  },

  environment: {
    addStrategy: 'Add strategy',
    addStrategyIn: (environment: string) => `Add strategy in ${environment}`,
    addVariants: 'Add variants',
    addVariantsIn: (environment: string) => `Add variants in ${environment}`,
    addedTo: (environment: string) => `Added to ${environment}`,
    allDisabled: 'Every strategy is disabled, so no user gets it.',
    copyTo: (environment: string) => `Copy to ${environment}…`,
    editVariants: 'Edit variants',
    editVariantsIn: (environment: string) => `Edit variants in ${environment}`,
    more: (environment: string) => `More actions for ${environment}`,
    noStrategy: 'No strategy yet.',
    noStrategyNote:
      'No strategy yet: add one to say who gets it. Switched on without one, it gets the default strategy of the project.',
    noVariants: 'No variants yet.',
    protected: 'Requires approval',
    saveVariants: 'Save variants',
    strategiesWithVariants: 'The environment has no variants: strategies have their own, or none.',
    variants: 'Variants',
    variantsSaved: (environment: string) => `Saved the variants in ${environment}`,
  },

  strategies: {
    delete: 'Delete',
    deleted: 'Strategy deleted',
    disable: 'Disable',
    disabled: 'Strategy disabled',
    duplicate: 'Duplicate',
    /** Above the actions. */
    needApproval: 'Added to your change request',
    duplicated: 'Strategy duplicated',
    edit: (index: number, environment: string) => `Edit strategy ${index} in ${environment}`,
    enable: 'Enable',
    enabled: 'Strategy enabled',
    more: (index: number, environment: string) =>
      `More actions for strategy ${index} in ${environment}`,
    moveDown: 'Move down',
    moveUp: 'Move up',
    or: 'or',
    orderChanged: 'Order saved',
    save: 'Save strategy',
    saved: 'Strategy saved',
  },

  order: {
    handle: (index: number, environment: string) => `Move strategy ${index} in ${environment}`,
    pickedUp: (position: number, count: number) =>
      `Picked up, position ${position} of ${count}. Arrow keys move it, Space drops it, Escape cancels.`,
    hint: 'Drag to change the order, or press Space and use the arrow keys.',
    moved: (position: number, count: number) => `Position ${position} of ${count}`,
  },

  sideBySide: {
    alike: 'All environments have the same configuration.',
    count: (count: number) => (count === 1 ? '1 difference' : `${formatNumber(count)} differences`),
    differs: (parts: string) => `Differs: ${parts}`,
    label: 'Environments side by side',
    missing: (environment: string) => `Not in ${environment}`,
    none: 'None',
    onlyDifferences: 'Only differences',
    order: 'The strategies are in a different order.',
    parts: {
      audience: 'who gets it',
      conditions: 'conditions',
      disabled: 'disabled',
      missing: 'not everywhere',
      state: 'on or off',
      title: 'title',
      variants: 'variants',
    },
    state: 'Switch',
    strategy: (index: number) => `Strategy ${index}`,
    variants: 'Variants of the environment',
  },

  copyTo: {
    action: (environment: string) => `Copy to ${environment}`,
    done: 'Environment copied',
    impossible: 'It cannot be copied',
    note: (from: string, to: string) =>
      `The strategies and variants of ${from} replace those of ${to}. The switch stays as it is.`,
    production: (environment: string) =>
      environment === 'production'
        ? 'Users in production are affected as soon as it takes effect.'
        : `${environment} is a production environment: users are affected as soon as it takes effect.`,
    title: (from: string, to: string) => `Copy ${from} to ${to}?`,
    unchanged: 'Nothing to copy: strategies and variants are the same.',
  },

  why: {
    bucket: (bucket: number, percent: number) =>
      bucket <= percent
        ? `Within the rollout of ${percent}%.`
        : `Outside the rollout of ${percent}%: on from ${bucket}%.`,
    evaluate: 'Explain',
    note: 'Enter the user ID or other fields of the context. Nothing is changed.',
    playground: 'Open in the playground',
    resultIn: (environment: string) => `Result in ${environment}`,
    results: 'Results',
    ruler: (bucket: number) => `Bucket ${bucket} of 100`,
    variant: (name: string) => `Variant ${name}`,
  },

  code: {
    context: (fields: string) => `Its strategies use ${fields}: put the values into the context.`,
    copyCode: 'Copy the code',
    copyInstall: 'Copy the command',
    language: 'Language',
    token: 'your token',
    tokens: 'API tokens of the project',
  },

  lifecycle: {
    lastSeen: 'Last evaluated by an SDK',
    neverSeen: 'Not evaluated by an SDK yet.',
    notReached: 'Not reached',
    next: {
      initial: 'Developing begins with the first use that an SDK reports, in any environment.',
      'pre-live':
        'Live begins with the first use in a production environment in which the flag is on.',
      live: 'Cleaning up begins when a user marks the flag as completed.',
      completed: 'The last step is to remove the flag from the code and archive it.',
      archived: '',
    },
    statuses: { kept: 'Completed: kept', discarded: 'Completed: discarded' } as Record<
      string,
      string
    >,
    statusHints: {
      kept: 'It was decided that all users will have the feature',
      discarded: 'It was decided that no user will have the feature',
    } as Record<string, string>,
    title: 'Lifecycle',
  },

  applications: {
    all: (count: number) => `Show all ${formatNumber(count)}`,
    instances: (count: number) => (count === 1 ? '1 instance' : `${formatNumber(count)} instances`),
    lastSeen: 'seen',
    none: 'No application has evaluated it yet.',
    title: 'Used by',
  },

  references: {
    andMore: (count: number) => `and ${formatNumber(count)} more`,
    comment: 'in a comment',
    lastScanned: 'Last scanned',
    none: 'No scanned code refers to it.',
    title: 'In code',
    warning: (place: string, more: number) =>
      `Code still refers to it: ${place}${more > 0 ? ` and ${formatNumber(more)} more` : ''}.`,
  },

  tags: {
    add: 'Add tag',
    length: '2 to 50 characters',
    none: 'No tags yet. Use tags to group and find flags.',
    remove: (tag: string) => `Remove the tag ${tag}`,
    removed: (tag: string) => `Removed the tag ${tag}`,
    tag: 'Tag',
    title: 'Tags',
    type: 'Tag type',
  },

  links: {
    add: 'Add link',
    address: 'Address',
    deleted: 'Link removed',
    edit: (name: string) => `Edit the link ${name}`,
    linkTitle: 'Title',
    none: 'No links yet. Add the issue or the design document.',
    remove: (name: string) => `Remove the link ${name}`,
    save: 'Save link',
    title: 'Links',
  },

  dependencies: {
    add: 'Add parent',
    added: (parent: string) => `Added the dependency on ${parent}`,
    condition: 'Condition',
    formTitle: 'Depend on another flag',
    isOff: 'is off',
    isOn: 'is on',
    neededBy: 'Needed by',
    none: 'It depends on no other flag, and no other flag depends on it.',
    onlyWhere: 'Only where',
    parent: 'Parent',
    parentNote: (flag: string) => `${flag} is only on where this one allows it`,
    parentOff: 'the parent is off',
    parentOn: 'the parent is on',
    parentVariants: 'the parent has certain variants',
    remove: (parent: string) => `Remove the dependency on ${parent}`,
    removed: (parent: string) => `Removed the dependency on ${parent}`,
    shows: (variants: readonly string[]) => `has variant ${variants.join(' or ')}`,
    title: 'Dependencies',
    unknown: 'No such flag in the project',
    variants: 'Variants',
  },

  earlier: {
    archived: 'Archived',
    compare: 'Compare with current',
    note: 'The flag as it was, read-only.',
    none: 'No version from that time',
    noneNote: 'The flag did not exist yet, or its versions were not recorded yet.',
    restore: 'Restore…',
  },

  pending: {
    by: (environment: string, person: string) => `changes it in ${environment}, by ${person}`,
    scheduled: (at: string) => `takes effect on ${at}`,
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
