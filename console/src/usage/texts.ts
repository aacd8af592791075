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
    noMatchNote: 'Fewer letters match more.',
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
    noInstances: 'No instance was seen.',
    newestInstances: 'The newest 1,000 instances.',
    environmentsNote: 'Environments of the tokens that its SDKs use.',
    flags: 'Flags',
    flagsNote: 'Flags that it evaluated, as far as counts are retained.',
    flagsNoun: 'flags',
    noFlags: 'It has not evaluated a flag.',
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
  },

  dashboard: {},

  insights: {},

  tour: {
    title: 'Set up Pennon',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    dismiss: 'Dismiss',
    flag: 'Create a flag',
    flagNote: 'A flag is a switch for a part of your application. Flags belong to projects.',
    newFlag: 'New flag',
    newProject: 'New project',
    connect: 'Connect an application',
    connectNote: 'Create an API token, and add a few lines of code that ask Pennon for the flag.',
    showCode: 'Show the code',
    waiting: 'Waiting for the first application to connect',
    switchOn: 'Switch the flag on',
    switchOnNote: 'Applications follow within seconds, without a new release.',
    openFlag: (name: string) => `Open ${name}`,
    invite: 'Invite people',
    inviteNote:
      'Each person has a role that says what they may change. Every change has a name on it.',
    addUsers: 'Add users',
    complete: 'All set',
    completeNote: 'Flags, an application and colleagues are here. This guide does not come back.',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
