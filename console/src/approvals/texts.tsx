import type { ReactNode } from 'react';
import type { Obstacle } from '../../../server/approvals/approvers/schema.ts';
import type { HistoryAction, State } from '../../../server/approvals/change-requests/schema.ts';
import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.tsx';

/** Who changed something last and when, if the event log has it. */
type LastChange = { by: string | undefined; time: string | undefined };

type HistoryDetails = { time: string | undefined; changes: string };

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

function listed(names: readonly string[], others: number): string {
  const last = others > 0 ? `${others} ${others === 1 ? 'other' : 'others'}` : names.at(-1);
  const before = others > 0 ? names : names.slice(0, -1);
  return before.length === 0 ? (last ?? '') : `${before.join(', ')} and ${last}`;
}

const en = {
  deletedUser: 'a deleted user',
  untitled: (id: number) => `Change request #${id}`,
  untitledWith: (id: number, subjects: string) => `Change request #${id}: ${subjects}`,
  /** `Ada, Ben and 3 others`. */
  people: listed,
  /** Flags and segments. */
  subjects: listed,

  approvers: {
    nobody: 'Nobody can approve.',
    canApprove: (count: number, names: string) => `${people(count)} can approve: ${names}.`,
    groups: (names: readonly string[], others: number) =>
      `Groups among them: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
    giveRoles: (members: ReactNode): ReactNode => (
      <>
        Give people the role Owner, or a role with the permission to approve change requests, under{' '}
        {members}.
      </>
    ),
    members: 'Members',

    warnings: {
      nobody: 'Nobody can approve change requests here',
      tooFew: (required: number, count: number) =>
        `No request can be approved: it needs ${required} approvals, and only ${people(count)} can approve`,
      onlyAuthor: (name: string) => `Nobody else can approve requests by ${name}`,
      approversAsAuthors: 'A request by one of those who can approve cannot get enough approvals',
      onlyAdmins: 'Only administrators can approve',
    },

    request: {
      canApprove: (names: string) => `Can be approved by ${names}`,
      nobody: 'Nobody can approve it',
      tooFew: (missing: number, count: number) =>
        `It needs ${missing} more ${missing === 1 ? 'approval' : 'approvals'}, but only ${people(count)} can approve it`,
      giveRoles:
        'An Owner of the project can give others a role with the permission to approve change requests.',
      whyNot: (obstacle: Obstacle, environment: string) =>
        ({
          state: 'You cannot approve it in its current state.',
          disabled: `You cannot approve it: change requests are switched off in ${environment}.`,
          token: 'You cannot approve it with an API token.',
          permission: `You cannot approve it: that needs a role such as Owner, or another with the permission to approve change requests in ${environment}.`,
          author: 'You cannot approve it: you proposed it.',
          writer: 'You cannot approve it: you edited a change in it.',
          approved: 'You have approved it.',
        })[obstacle],
    },
  },

  changeRequests: {
    title: 'Change requests',
    note: 'Proposed changes in environments that require approval',
    noun: 'change requests',
    states: {
      Draft: 'Draft',
      'In review': 'In review',
      Approved: 'Approved',
      Scheduled: 'Scheduled',
      Applied: 'Applied',
      Cancelled: 'Cancelled',
      Rejected: 'Rejected',
    } satisfies Record<State, string>,
    /** In place of `Scheduled`. */
    notScheduled: { failed: 'Failed', suspended: 'Suspended' },
    views: { review: 'Needs my review', mine: 'Mine', all: 'All' },
    whose: 'Whose requests',
    openOrClosed: 'Open or closed',
    open: 'Open',
    closed: 'Closed',
    request: 'Request',
    state: 'State',
    by: 'By',
    created: 'Created',
    segment: (name: string) => `segment ${name}`,
    noChanges: 'No changes yet',
    canReview: 'You can review it',

    empty: {
      closed: 'No closed requests',
      closedNote: 'Requests that were applied, rejected or cancelled appear here.',
      all: 'No open requests',
      allNote:
        'In environments that require approval, switching a flag or changing a strategy creates a change request.',
      mine: 'You have no open requests',
      mineNote:
        'Change a flag in an environment that requires approval, and your draft appears here.',
      review: 'No requests to review',
      reviewNote: 'Requests in review that you can approve appear here.',
      showAll: 'Show all open requests',
      notRequired: 'No environment requires approval',
      notRequiredNote:
        'Changes to the flags of this project take effect at once. Approval can be required in each environment: in the settings, under Environments.',
      toEnvironments: 'Go to the environments',
    },

    toReview: {
      title: 'Waiting for your review',
      all: (count: number) =>
        count === 1 ? 'Go to change requests' : `Show all ${formatNumber(count)}`,
      item: (project: string, environment: string, author: string) =>
        `${project}, ${environment}, by ${author}`,
      count: 'to review',
    },
  },

  changeRequest: {
    title: (id: string) => `Change request ${id}`,
    author: (environment: string, author: string) => `for ${environment}, by ${author}`,
    empty: 'No changes yet',
    emptyNote: (environment: string) => `Your changes in ${environment} are added here.`,
    inEnvironment: (environment: string) => `in ${environment}`,
    segment: (name: string) => `Segment ${name}`,
    addsDefaultStrategy:
      'The default strategy of the project is added as well, because the flag would have no active one:',
    switchesOff: 'The flag is switched off as well, because no active strategy is left.',

    editTitle: {
      title: 'Edit the title',
      label: 'Title',
      save: 'Save title',
      proposed: (subjects: string, changes: string, environment: string) =>
        `${subjects}: ${changes} in ${environment}`,
      /** A sentence after a colon. */
      phrase: (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1),
      rollout: (from: string, to: string) => `rollout ${from}% → ${to}%`,
      replaced: (before: string, after: string) => `${before} → ${after}`,
      severalChanges: (count: number) => `${formatNumber(count)} changes`,
    },

    changes: {
      switchOn: 'Switch on',
      switchOff: 'Switch off',
      addStrategy: 'Add a strategy',
      updateStrategy: 'Change a strategy',
      deleteStrategy: 'Delete a strategy',
      reorderStrategies: 'Reorder the strategies',
      variants: 'Change the variants',
      archive: 'Archive the flag',
      weightTypes: { fix: 'fixed', variable: 'variable' },
      dependOnOn: (flag: string) => `Depend on ${flag} being on`,
      dependOnOff: (flag: string) => `Depend on ${flag} being off`,
      dependOnVariants: (flag: string, variants: readonly string[]) =>
        `Depend on ${flag} with variant ${variants.join(' or ')}`,
      independentOf: (flag: string) => `Remove the dependency on ${flag}`,
      independent: 'Remove all dependencies',
      updateSegment: 'Change the segment',
      deleteSegment: 'Delete the segment',
      other: 'Another change',

      before: 'Before',
      after: 'After',
      allDifferences: 'All differences',
      noVariants: 'No variants',
      deletedStrategy: 'A strategy that was deleted',

      proposeAgain: 'Propose again',
      switchOnInstead: 'Switch on instead',
      switchOffInstead: 'Switch off instead',
      editTitle: 'Change this request?',
      editNote: (author: string) =>
        `This changes the request of ${author} and withdraws its approvals.`,
      editWrites: 'You cannot approve it afterwards, because you wrote part of it.',
      edit: (change: string) => `Edit: ${change}`,
      discard: (change: string) => `Discard: ${change}`,
      save: 'Save change',
      saved: (change: string) => `“${change}” saved`,
      proposedAgain: 'Change proposed again, based on the current state',
      discarded: (change: string) => `“${change}” discarded`,
      outdated: 'Nothing was saved: the change request was changed since it was shown here.',
      gone: 'This change was discarded or replaced since you opened it.',
      withdraws: (approvals: number) =>
        `Saving withdraws the ${approvals === 1 ? 'approval' : `${formatNumber(approvals)} approvals`}`,
    },

    conflict: {
      title: 'Conflict',
      changed: (settings: string, { by, time }: LastChange) =>
        by && time
          ? `${by} changed ${settings || 'it'} on ${time}, after this was proposed.`
          : `Changed after this was proposed: ${settings || 'all of it'}.`,
      deleted: ({ by, time }: LastChange) =>
        by && time
          ? `${by} deleted what it changes on ${time}.`
          : 'What it changes was deleted after this was proposed.',
      because: (what: string, { by, time }: LastChange) =>
        `${what.charAt(0).toUpperCase()}${what.slice(1)}${by && time ? ` by ${by} on ${time}` : ''}.`,
      save: 'Edit the change and save it to keep it, or discard it.',
      proposeAgain: 'Propose it again to keep it, or discard it.',
      discard: 'Discard this change.',
      notApplicable: 'It has conflicts, and can be applied or scheduled once they are solved.',
      values: 'Conflicting values',
      setting: 'Setting',
      base: 'When proposed',
      current: 'Now',
      proposed: 'Proposed',
    },

    comments: {
      title: 'Comments',
      label: 'Comment',
      placeholder: 'Leave a comment',
      mention: 'Mention people with @ and their username or e-mail to notify them in their inbox.',
      post: 'Comment',
    },

    review: {
      title: 'Review',
      ownDraft:
        'Drafts do not appear in the lists of other people, but everyone who can see the project sees yours on the pages of its flags. Submit it when it is complete.',
      draftOf: (name: string) => `A draft by ${name}, not submitted for review yet.`,
      submit: 'Submit for review',
      approve: 'Approve…',
      apply: 'Apply now',
      schedule: 'Schedule…',
      reject: 'Reject…',
      cancel: 'Cancel request…',
      discard: 'Discard draft…',
      approvals: (count: number, required: number) =>
        `${count} of ${required} ${required === 1 ? 'approval' : 'approvals'}`,
      editsWithdraw: 'Editing or discarding a change withdraws the approvals.',
      approved: (name: string) => `${name} approved`,
      rejected: (name: string) => `${name} rejected`,
      scheduled: (time: string) => `It will be applied on ${time}`,
      failed: (time: string) => `It could not be applied on ${time}`,
      suspended: (time: string) => `Suspended: it was scheduled for ${time}`,
      removeSchedule: {
        open: 'Remove from schedule…',
        note: 'To edit or cancel it, remove it from the schedule.',
        title: 'Remove it from the schedule?',
        consequence:
          'It keeps its approvals and can be edited, cancelled, applied or scheduled again.',
        action: 'Remove from schedule',
        done: 'Change request removed from the schedule',
      },
    },

    reviewers: {
      none: 'No reviewers requested',
      requested: (names: readonly string[]) => `Requested: ${names.join(', ')}`,
      request: 'Request reviewers',
      label: 'Reviewers',
      noMatch: 'No user with this name can approve it',
      save: 'Save reviewers',
    },

    decide: {
      comment: 'Comment',
      outdated: 'The changes were edited after you saw them',
      readAgain:
        'Nothing was done. Go back, read what is proposed now, and decide again. Your comment stays.',
      when: 'Date and time, in your time zone',
      timeFormat: 'MMM D, YYYY, HH:mm',
      takeTime: 'Use this time',
      past: 'This time is past. Choose a later one.',
      picker: {
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      },
      'In review': {
        title: 'Submit for review?',
        note: 'Reviewers can then approve or reject it.',
        action: 'Submit',
        done: 'Change request submitted for review',
      },
      Approved: {
        title: 'Approve this change request?',
        note: 'It can be applied once it has enough approvals.',
        action: 'Approve',
        done: 'Change request approved',
      },
      Applied: {
        title: 'Apply this change request?',
        note: 'All its changes take effect at once.',
        action: 'Apply',
        done: 'Change request applied',
      },
      Scheduled: {
        title: 'Schedule this change request',
        note: 'It is applied automatically, unless something it depends on changes first.',
        action: 'Schedule',
        done: 'Change request scheduled',
      },
      Rejected: {
        title: 'Reject this change request?',
        note: 'None of its changes take effect, and it cannot be reopened.',
        action: 'Reject',
        done: 'Change request rejected',
      },
      Cancelled: {
        title: 'Cancel this change request?',
        note: 'None of its changes take effect, and it cannot be reopened.',
        action: 'Cancel request',
        done: 'Change request cancelled',
      },
      discard: {
        title: 'Discard this draft?',
        note: 'All its changes are lost.',
        action: 'Discard',
        done: 'Draft discarded',
      },
    },

    history: {
      title: 'History',
      token: 'An API token',
      started: (name: string) => `${name} created it`,
      /** `a change to checkout`. */
      changes: (count: number, subjects: string) =>
        `${count === 1 ? 'a change' : `${formatNumber(count)} changes`} to ${subjects}`,
      entry: (action: HistoryAction, name: string, { time, changes }: HistoryDetails) =>
        ({
          submitted: `${name} submitted it for review`,
          approved: `${name} approved it`,
          rejected: `${name} rejected it`,
          cancelled: `${name} cancelled it`,
          scheduled: `${name} scheduled it${time ? ` for ${time}` : ''}`,
          applied: time ? `It was applied as scheduled by ${name}` : `${name} applied it`,
          failed: 'It could not be applied as scheduled',
          suspended: 'Its schedule was suspended',
          unscheduled: `${name} removed it from the schedule`,
          'change-added': `${name} added ${changes}`,
          'change-edited': `${name} edited ${changes}`,
          'change-discarded': `${name} discarded ${changes}`,
        })[action],
      decidedBy: (state: string, name: string) => `${state} by ${name}`,
      decidedByToken: (state: string) => `${state} by an API token`,
    },

    dryRun: {
      title: 'Dry run',
      note: 'Shows what applying it would change. Nothing is changed.',
      run: 'Start dry run',
      possible: 'It can be applied',
      impossible: 'It cannot be applied now',
      nothing: 'Nothing would change.',
      segment: 'segment',
      switched: (before: boolean, after: boolean) =>
        `${before ? 'On' : 'Off'} → ${after ? 'On' : 'Off'}`,
      off: 'off',
      on: 'on',
      onWith: (variant: string) => `on with ${variant}`,
      sameForSample: (contexts: number) =>
        `The result is the same for ${formatNumber(contexts)} sampled contexts`,
      sampleNote:
        'The sample contains users that the strategies accept. A difference of a few percent of ' +
        'the users may not be in it.',
      sameBecauseOff: (flags: number, environment: string) =>
        `${flags === 1 ? 'The flag is' : 'The flags are'} off in ${environment}, so nobody gets a different result`,
      different: 'Contexts with a different result',
      contexts: (flag: ReactNode, environment: string, count: number, total: number): ReactNode => (
        <>
          {flag} in {environment}: {formatNumber(count)} of {formatNumber(total)} contexts
        </>
      ),
      fromTo: (context: ReactNode, before: ReactNode, after: ReactNode): ReactNode => (
        <>
          {context} from {before} to {after}
        </>
      ),
      moreContexts: (contexts: number) =>
        `and ${formatNumber(contexts)} more ${contexts === 1 ? 'context' : 'contexts'}`,
      leftOut: (flags: number) =>
        flags === 1
          ? '1 more flag was not evaluated.'
          : `${formatNumber(flags)} more flags were not evaluated.`,
    },
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
