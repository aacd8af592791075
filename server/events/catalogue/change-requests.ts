import type { EventType } from '../types.ts';
import { type EventDefinition, ofProject } from './definition.ts';
import { bold, boldLink, escaped, textOf } from './markdown.ts';
import { changedMembers, dataOf, flag, inScope, type LoggedEvent, memberOf } from './sentences.ts';
import { actionText, timeText } from './words.ts';

export const changeRequestEvents = {
  'change-request-created': ofProject((event) => `created ${request(event)}`),
  'change-request-discarded': ofProject((event) => `discarded ${request(event)}`),
  'change-added': ofProject((event) => `added ${change(event)} to ${request(event)}`),
  'change-discarded': ofProject((event) => `discarded ${change(event)} of ${request(event)}`),
  'change-edited': ofProject((event) => {
    const title = newTitle(event);
    if (title === undefined) return `edited ${change(event)} of ${request(event)}`;
    return `changed the title of ${request(event)} to ${bold(title)}`;
  }),
  'change-request-rejected': ofProject((event) => `rejected ${request(event)}`),
  'change-request-approved': ofProject((event) => `approved ${request(event)}`),
  'change-request-approval-added': ofProject((event) => `added an approval to ${request(event)}`),
  'change-request-cancelled': ofProject((event) => `cancelled ${request(event)}`),
  'change-request-sent-to-review': ofProject((event) => `sent ${request(event)} to review`),
  'change-request-schedule-suspended': ofProject(
    (event) => `suspended the schedule of ${request(event)}${because(event)}`,
  ),
  'change-request-schedule-removed': ofProject(
    (event) => `removed ${request(event)} from the schedule`,
  ),
  'change-request-applied': ofProject((event) => `applied ${request(event)}`),
  'change-request-scheduled': ofProject((event) => {
    const time = bold(timeText(memberOf(event, 'scheduledDate', 'scheduledAt')));
    return `scheduled ${request(event)}${time === '' ? '' : ` for ${time}`}`;
  }),
  'change-request-scheduled-application-success': ofProject(
    (event) => `**successfully** applied scheduled ${request(event)}`,
  ),
  'change-request-scheduled-application-failure': ofProject(
    (event) => `**failed** to apply scheduled ${request(event)}${because(event)}`,
  ),
  'change-request-configuration-updated': ofProject(
    (event) => `updated the change request settings${inScope(event)}${changedMembers(event)}`,
  ),
} satisfies Partial<Record<EventType, EventDefinition>>;

/** `change request **[#7](…)** for flag … in environment … of project …`, if present. */
function request(event: LoggedEvent): string {
  const id = textOf(memberOf(event, 'changeRequestId'));
  const about = textOf(event.featureName) === '' ? '' : ` for ${flag(event)}`;
  if (id === '') return `a change request${about}${inScope(event)}`;
  const page = ['projects', event.project, 'change-requests', id];
  return `change request ${boldLink(`#${id}`, page)}${about}${inScope(event)}`;
}

/** Undefined if a change was edited: titles have no event type of their own. */
function newTitle({ data, preData }: LoggedEvent): string | undefined {
  const { action, title } = dataOf(data);
  const before = dataOf(preData).title;
  const isNew = action === undefined && before !== undefined && title !== before;
  return isNew ? textOf(title) : undefined;
}

function change(event: LoggedEvent): string {
  const action = bold(actionText(memberOf(event, 'action'), payloadOf(event)));
  return action === '' ? 'a change' : `a change (${action})`;
}

const payloadOf = ({ data, preData }: LoggedEvent) =>
  dataOf(dataOf(data).payload ?? dataOf(preData).payload);

function because({ data }: LoggedEvent): string {
  const { reason } = dataOf(data);
  return textOf(reason) === '' ? '' : `: ${escaped(reason)}`;
}
