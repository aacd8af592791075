import { catalogue } from '../language.ts';
import { de } from './texts.de.ts';

const en = {
  applications: {},

  dashboard: {},

  inbox: {},

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
      'Each person has a role, which limits what they may change. Every change has a name on it.',
    addUsers: 'Add users',
    complete: 'All set',
    completeNote: 'Flags, an application and colleagues are here. This guide does not come back.',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
