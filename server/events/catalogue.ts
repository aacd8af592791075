import { systemCaller } from '../platform/caller.ts';
import { accountEvents } from './catalogue/accounts.ts';
import { changeRequestEvents } from './catalogue/change-requests.ts';
import type { EventDefinition, ScheduleSubject } from './catalogue/definition.ts';
import { flagEvents } from './catalogue/flags.ts';
import { bold, textOf } from './catalogue/markdown.ts';
import { projectEvents } from './catalogue/projects.ts';
import type { LoggedEvent } from './catalogue/sentences.ts';
import { sharedEvents } from './catalogue/shared.ts';
import { eventLabels } from './labels.ts';
import { type EventType, eventTypes } from './types.ts';

/** One row per type, with everything that depends on it; a type without a row does not compile. */
export const catalogue: Record<EventType, EventDefinition> = {
  ...flagEvents,
  ...projectEvents,
  ...sharedEvents,
  ...accountEvents,
  ...changeRequestEvents,
};

/** Undefined for a type that a newer server wrote to the same database. */
export const definitionOf = (type: string): EventDefinition | undefined =>
  Object.hasOwn(catalogue, type) ? catalogue[type as EventType] : undefined;

export const typesWhere = (matches: (definition: EventDefinition) => boolean): EventType[] =>
  eventTypes.filter((type) => matches(catalogue[type]));

/** The types that suspend requests scheduled to change one of the subjects. */
export const typesChanging = (...subjects: readonly ScheduleSubject[]): EventType[] =>
  typesWhere(({ schedule }) => schedule !== 'none' && subjects.includes(schedule.subject));

/**
 * The label of an event and a summary in one line of markdown. Links lead to pages of the console;
 * user input is escaped.
 */
export function describeEvent(event: LoggedEvent): { label: string; summary: string } {
  const { summary } = definitionOf(event.type) ?? ofNewerVersion(event);
  return {
    label: labelOf(event.type),
    summary: `${bold(actorOf(event)) || '**unknown user**'} ${summary(event)}`,
  };
}

/** The server itself has an account name that clients rely on. */
const actorOf = ({ createdBy }: LoggedEvent): string =>
  createdBy === systemCaller.name ? 'Pennon (automatic)' : createdBy;

const labelOf = (type: string): string =>
  Object.hasOwn(eventLabels, type) ? eventLabels[type as EventType] : textOf(type);

const ofNewerVersion = ({ type }: LoggedEvent): Pick<EventDefinition, 'summary'> => ({
  summary: () => `recorded an event of unknown type ${bold(type)}`,
});
