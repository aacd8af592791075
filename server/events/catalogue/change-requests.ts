import type { EventType } from '../types.ts';
import { bold, boldLink, escaped, textOf } from './markdown.ts';
import {
  changedMembers,
  factsOf,
  flag,
  inPlace,
  memberOf,
  type Sentence,
  type ToldEvent,
} from './sentences.ts';

export const changeRequestSentences = {
  'change-request-created': {
    label: 'Change request created',
    did: (event) => `created ${request(event)}`,
  },
  'change-request-discarded': {
    label: 'Change request discarded',
    did: (event) => `discarded ${request(event)}`,
  },
  'change-added': {
    label: 'Change added',
    did: (event) => `added ${change(event)} to ${request(event)}`,
  },
  'change-discarded': {
    label: 'Change discarded',
    did: (event) => `discarded ${change(event)} of ${request(event)}`,
  },
  'change-edited': {
    label: 'Change edited',
    did: (event) => `edited ${change(event)} of ${request(event)}`,
  },
  'change-request-rejected': {
    label: 'Change request rejected',
    did: (event) => `rejected ${request(event)}`,
  },
  'change-request-approved': {
    label: 'Change request approved',
    did: (event) => `approved ${request(event)}`,
  },
  'change-request-approval-added': {
    label: 'Change request approval added',
    did: (event) => `added an approval to ${request(event)}`,
  },
  'change-request-cancelled': {
    label: 'Change request cancelled',
    did: (event) => `cancelled ${request(event)}`,
  },
  'change-request-sent-to-review': {
    label: 'Change request sent to review',
    did: (event) => `sent ${request(event)} to review`,
  },
  'change-request-schedule-suspended': {
    label: 'Change request suspended',
    did: (event) => `suspended the schedule of ${request(event)}${because(event)}`,
  },
  'change-request-applied': {
    label: 'Change request applied',
    did: (event) => `applied ${request(event)}`,
  },
  'change-request-scheduled': {
    label: 'Change request scheduled',
    did: (event) => {
      const moment = bold(memberOf(event, 'scheduledDate', 'scheduledAt'));
      return `scheduled ${request(event)}${moment === '' ? '' : ` for ${moment}`}`;
    },
  },
  'change-request-scheduled-application-success': {
    label: 'Scheduled change request applied successfully',
    did: (event) => `**successfully** applied scheduled ${request(event)}`,
  },
  'change-request-scheduled-application-failure': {
    label: 'Scheduled change request failed',
    did: (event) => `**failed** to apply scheduled ${request(event)}${because(event)}`,
  },
  'change-request-configuration-updated': {
    label: 'Change request configuration updated',
    did: (event) => `updated how change requests work${inPlace(event)}${changedMembers(event)}`,
  },
} as const satisfies Partial<Record<EventType, Sentence>>;

/** `change request **[#7](…)** for flag … in environment … of project …`, as far as known. */
function request(event: ToldEvent): string {
  const id = textOf(memberOf(event, 'changeRequestId'));
  const about = textOf(event.featureName) === '' ? '' : ` for ${flag(event)}`;
  if (id === '') return `a change request${about}${inPlace(event)}`;
  const page = ['projects', event.project, 'change-requests', id];
  return `change request ${boldLink(`#${id}`, page)}${about}${inPlace(event)}`;
}

function change(event: ToldEvent): string {
  const action = bold(memberOf(event, 'action'));
  return action === '' ? 'a change' : `change ${action}`;
}

function because({ data }: ToldEvent): string {
  const { reason } = factsOf(data);
  return textOf(reason) === '' ? '' : `: ${escaped(reason)}`;
}
