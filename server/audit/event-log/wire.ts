import { describeEvent } from '../../events/catalogue.ts';
import type { Event } from './schema.ts';

/** A row of the log, with the property names of the API. */
export type EventRow = Omit<Event, 'label' | 'summary'>;

export const eventOf = (row: EventRow): Event => ({ ...row, ...describeEvent(row) });
