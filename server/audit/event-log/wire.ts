import { describeEvent } from '../../events/catalogue.ts';
import type { Event } from './schema.ts';

/** A row of the log, with the property names of the API. */
export type EventRow = Omit<Event, 'label' | 'summary' | 'via'> & { via?: string | null };

export const eventOf = ({ via, ...row }: EventRow): Event => ({
  ...row,
  ...(via && { via }),
  ...describeEvent(row),
});
