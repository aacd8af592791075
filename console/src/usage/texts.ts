import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  applications: {
    title: 'Applications',
    note: 'Where SDKs were seen recently, and with which versions.',
    search: 'Search applications',
    searchPlaceholder: 'Name or SDK',
    noun: 'applications',
    noMatch: 'No application matches',
    noMatchNote: 'Try a shorter search or remove filters.',
    empty: 'No application yet',
    emptyNote:
      'An application is listed here when its SDK starts. Create an API token, and give it to the SDK.',
    issues: 'Issues',
    issueCount: (count: number) => (count === 1 ? '1 issue' : `${formatNumber(count)} issues`),
    noIssues: 'No issues',
    allProjects: 'all',
    noProjects: 'none',
    runsIn: 'Runs in',
    sdks: 'SDKs',
    sdk: 'SDK',
    moreSdks: (count: number) => `and ${formatNumber(count)} more`,
    unknownSdk: 'unknown',
    outdated: 'Outdated',
    lastSeen: 'Last seen',
    instance: 'Instance',
    instances: 'Instances',
    instancesNoun: 'instances',
    noInstances: 'No instances were seen.',
    newestInstances: 'The newest 1,000 instances.',
    environmentsNote: 'Environments of the tokens that its SDKs use.',
    flags: 'Flags',
    flagsNote: 'Flags that it evaluated, as far back as counts are retained.',
    flagsNoun: 'flags',
    noFlags: 'It has not evaluated any flags.',
    stale: 'Stale',
    archived: 'Archived',
    unknownFlags: 'Unknown flags',
    unknownFlagsNote:
      'It evaluates these names, but there is no such flag, or its token cannot see it.',
    unknownFlagsNoun: 'unknown flags',
    outdatedSdks: 'Outdated SDKs',
    outdatedSdksNote: 'They ignore dependencies between flags.',
    advice: (version: string) => `Update to ${version} or later`,
    missingStrategies: 'Missing strategies',
    missingStrategiesNote: 'Its SDK supports these strategies, but they are not defined here.',
    toTokens: 'API tokens',
  },

  dashboard: {
    title: 'My dashboard',
    emptyTitle: 'There is no project yet',
    empty: 'Projects that you can see appear here.',
    allProjects: 'See all projects',

    connect: {
      createToken: 'Create a token',
      tokenShown: 'The code below contains the token, which is shown only once.',
      language: 'Language',
      yourToken: '<your token>',
      copyCommand: 'Copy the command',
      copyCode: 'Copy the code',
    },

    health: {
      open: 'Open project',
      title: (project: string) => `Health of ${project}`,
      inGoodShape: (flags: number) =>
        flags === 1
          ? 'of 1 flag is in good shape'
          : `of ${formatNumber(flags)} flags are in good shape`,
      emptyTitle: 'No flags yet',
      empty: 'Health is the share of flags that are not stale.',
      active: 'active',
      potentiallyStale: 'potentially stale',
      markedStale: 'stale',
      window: 'Last 28 days',
      windowBefore: '28 days before',
      chart: (first: number, day: string, today: number) =>
        `Health by day, from ${first}% on ${day} to ${today}% today`,
      trend: (now: number, before: number | null) => {
        const average = `${now}% on average over the last four weeks`;
        if (before === null) return average;
        if (now === before) return `${average}, as in the four weeks before`;
        return `${average}, ${now > before ? 'up' : 'down'} from ${before}% in the four weeks before`;
      },
    },

    latestEvents: {
      title: 'Latest events',
      all: 'All events of the project',
      empty: 'No events yet. Every change of a flag is listed here.',
    },

    myFlags: {
      title: 'My flags',
      empty: 'Flags that you create or add to your favourites appear here.',
      more: (count: number) => `${formatNumber(count)} more`,
    },

    onboarding: {
      title: 'Get started',
      note: 'Three steps to connect the first application.',
      connectedTitle: (project: string) => `${project} is connected`,
      connected: 'An SDK has read the flags of this project. This page now shows their usage.',
      unconnectedTitle: 'No SDK is connected yet',
      unconnected: (project: string) => `No application has read the flags of ${project} yet.`,
      create: 'Create a flag',
      createFirst: 'Create the first flag',
      needsRole: 'You need a role in the project for this.',
      connect: 'Connect an SDK',
      arrive: 'Check the connection',
      waiting: (project: string) => `Waiting for the first SDK to evaluate a flag of ${project}`,
      done: (step: string) => `${step}: done`,
    },

    people: {
      owners: 'Owners',
      noOwner: 'No owner yet',
      group: 'a group',
      administrators: 'managed by administrators',
      roles: 'My roles here',
      adminRoles: 'None: as an administrator, you may do everything in it.',
      noRoles: 'None: you can see the project, and an owner can give you a role to work in it.',
    },

    projects: {
      health: (project: string, health: number) => `Health of ${project}: ${health}%`,
      members: (count: number) => (count === 1 ? '1 member' : `${formatNumber(count)} members`),
      reasons: { favorite: 'Favourite', changed: 'Changed by you', role: 'Your role' },
    },

    staleFlags: {
      title: 'Stale flags',
      noun: 'stale flags',
      note: 'Health is the share of flags that are not stale. What is missing to 100% is divided equally among the stale flags.',
      emptyTitle: 'No stale flags',
      empty: 'Every flag of this project is in good shape.',
      search: 'Open in search',
      costs: 'Share below 100%',
      points: (points: number) => `${points.toFixed(1)} points`,
      actions: 'Actions',
      mark: 'Mark as stale',
      markOf: (flag: string) => `Mark as stale: ${flag}`,
      archive: 'Archive',
      archiveOf: (flag: string) => `Archive ${flag}`,
      stale: 'Stale',
      potentiallyStale: 'Potentially stale',
      markedOn: (day: string | null) =>
        day === null ? 'marked as stale' : `marked as stale on ${day}`,
      pastLifetime: (day: string | null) =>
        day === null
          ? 'past the lifetime of its type'
          : `past the lifetime of its type since ${day}`,
      markedNow: 'marked as stale just now',
      marked: (flags: readonly string[]) =>
        flags.length === 1
          ? `Marked ${flags[0]} as stale`
          : `Marked ${formatNumber(flags.length)} flags as stale`,
    },
  },

  insights: {
    title: 'Insights',
    note: 'All projects that you can see',
    emptyTitle: 'No insights yet',
    noFlags: 'Create a flag, and charts of changes, lead times and stale flags appear here.',
    range: 'Time range',
    weeks: (count: number) => `${count} weeks`,

    changes: {
      title: 'Changes of flags per day',
      sum: (count: number) => (count === 1 ? '1 change' : `${formatNumber(count)} changes`),
      chart: (sum: string, days: number) => `Changes of flags per day, ${sum} in ${days} days`,
      production: 'Production',
      otherEnvironments: 'Other environments',
      noEnvironment: 'Whole flags',
      empty: 'No flag changed in this time.',
      explanation:
        'Whole flags: created, archived or moved, and changes of their tags and descriptions.',
    },

    live: {
      title: 'Time from created to live',
      sum: (flags: number) =>
        flags === 1 ? '1 flag went live' : `${formatNumber(flags)} flags went live`,
      chart: (sum: string) => `Median time from created to live by week, ${sum}`,
      median: 'Median in days',
      unit: 'd',
      empty: 'No flag went live in this time.',
      explanation: 'A flag is live when it is first used in production while it is switched on.',
    },

    approvals: {
      title: 'Lead time of change requests',
      sum: (requests: number) =>
        requests === 1
          ? '1 change request applied'
          : `${formatNumber(requests)} change requests applied`,
      chart: (sum: string) => `Median lead times of change requests by week, ${sum}`,
      toApprove: 'In review until approved',
      toApply: 'Approved until applied',
      unit: 'h',
      empty: 'No change request was applied in this time.',
    },

    stale: {
      title: 'Stale flags by age',
      note: 'Days since the flag was created',
      age: (from: number, to: number | null) =>
        to === null ? `${from} days or more` : `${from} to ${to} days`,
      marked: 'Stale',
      potentially: 'Potentially stale',
      empty: 'No flag is stale.',
    },

    types: { title: 'Flags by type' },

    stages: { title: 'Flags by lifecycle stage' },

    active: 'Active flags',
    empty: 'There are no flags yet.',
  },

  tour: {
    title: 'Set up Pennon',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    dismiss: 'Dismiss',
    flag: 'Create a flag',
    flagNote: 'A flag is a switch for a part of your application. Flags belong to projects.',
    newFlag: 'New flag',
    newProject: 'New project',
    connect: 'Connect an application',
    connectNote: 'Create an API token, and add a few lines of code that checks the flag.',
    showCode: 'Show the code',
    waiting: 'Waiting for the first application to connect',
    switchOn: 'Switch the flag on',
    switchOnNote: 'Applications follow within seconds, without a new release.',
    openFlag: (name: string) => `Open ${name}`,
    invite: 'Invite people',
    inviteNote:
      'Each person has a role, which limits what they may change. Every change is recorded with its author.',
    addUsers: 'Add users',
    complete: 'All set',
    completeNote:
      'Flags, an application and colleagues are here. This guide will not be shown again.',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
