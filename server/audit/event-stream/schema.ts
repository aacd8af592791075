import { Type } from 'typebox';
import { EventFilterQuery } from '../event-log/schema.ts';

const LastEventId = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description, examples: ['1234'] }));

export const EventStreamQuery = Type.Object({
  ...EventFilterQuery.properties,
  lastEventId: LastEventId(
    'Id of the last event that was received: goes on behind it; 0 is before the first. Left out, ' +
      'the stream starts with what happens next. The header Last-Event-ID goes before it',
  ),
});

/** What browsers send by themselves when they come back. */
export const EventStreamHeaders = Type.Object({
  'last-event-id': LastEventId('Id of the last event that was received: goes on behind it'),
});
