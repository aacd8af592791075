import type { EventRow } from './wire.ts';

/** A short name of what happened, and a sentence in markdown. */
export const describeEvent = (_: EventRow): { label: string | null; summary: string | null } => ({
  label: null,
  summary: null,
});
