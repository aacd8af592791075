import { Type } from 'typebox';
import { EventFilterQuery, EventQuery } from '../event-log/schema.ts';

const LastEventId = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description, examples: ['1234'] }));

export const EventStreamQuery = Type.Object({
  q: EventQuery,
  ...EventFilterQuery.properties,
  lastEventId: LastEventId(
    'Id of the last received event: the stream starts after it, and 0 is before the first. ' +
      'Default: the newest event. The header Last-Event-ID has precedence',
  ),
});

/** Sent by browsers when they reconnect. */
export const EventStreamHeaders = Type.Object({
  'last-event-id': LastEventId('Id of the last received event: the stream starts after it'),
});
