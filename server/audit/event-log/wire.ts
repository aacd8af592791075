import { describeEvent } from '../../events/catalogue.ts';
import type { Event } from './schema.ts';

/** An event as the log has it, under the names of the wire. */
export type EventRow = Omit<Event, 'label' | 'summary'>;

/** An event as every answer has it. */
export const eventOf = (row: EventRow): Event => ({ ...row, ...describeEvent(row) });
