import type { Event } from '../../audit/event-log/schema.ts';
import type { MailKind } from './definition.ts';
import { listOf, option } from './parameters.ts';
import { clip, summaryOf } from './text.ts';

const recipientsMax = 20;
const minutesDefault = 60;
const minutesMax = 7 * 24 * 60;
const summaryMax = 1000;

/** A digest, where mail is configured. */
export const email: MailKind = {
  displayName: 'E-mail',
  description: 'Sends an e-mail at most once in an interval, with all events since the last one.',
  documentationUrl: 'https://www.rfc-editor.org/rfc/rfc5322',
  parameters: {
    recipients: option('Recipients', 'E-mail addresses, separated by commas.', {
      placeholder: 'team@example.com, ann@example.com',
      required: true,
      check: recipientsError,
    }),
    intervalMinutes: option(
      'Interval in minutes',
      `The least time between two e-mails; default ${minutesDefault}.`,
      { placeholder: String(minutesDefault), check: minutesError },
    ),
  },
  eventsMax: 100,
  signed: false,
  mail: ({ events, parameters, baseUrl }) => ({
    to: listOf(parameters.recipients),
    subject: events.length === 1 ? 'A change in Pennon' : `${events.length} changes in Pennon`,
    paragraphs: events.map((event) => lineOf(event, baseUrl)),
    link: { label: 'Open the event log', url: `${baseUrl}/events` },
    note: 'Your address is a recipient of an integration of Pennon. Its administrators can remove it.',
  }),
  pauseMs: ({ intervalMinutes = minutesDefault }) => Number(intervalMinutes) * 60_000,
};

/** The time in UTC, because the server does not know where the recipients are. */
function lineOf(event: Event, baseUrl: string): string {
  const time = event.createdAt.slice(0, 16).replace('T', ' ');
  return `${time} UTC: ${clip(summaryOf(event, 'plain', baseUrl), summaryMax)}`;
}

function recipientsError(text: string): string | undefined {
  const addresses = listOf(text);
  if (addresses.length === 0) return 'must have at least one address';
  if (addresses.length > recipientsMax) return `must have at most ${recipientsMax} addresses`;
  const malformed = addresses.find((address) => !isAddress(address));
  return malformed && `has the malformed address "${malformed}"`;
}

/** Without names, comments and line feeds, which could change the header of an e-mail. */
const isAddress = (text: string) =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);

function minutesError(text: string): string | undefined {
  const valid = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= minutesMax;
  return valid ? undefined : `must be a whole number from 1 to ${minutesMax}`;
}
