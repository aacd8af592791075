import { typesWhere } from '../../events/catalogue.ts';
import type { FlagInsights } from './schema.ts';

/** Types of events that change what SDKs get of a flag, or the flag itself. */
export const changeTypes = typesWhere(({ scope, sdk }) => scope === 'flag' && sdk !== 'nothing');

/** Days that separate the groups of stale flags by age. */
export const ageLimits: readonly number[] = [30, 90, 180, 365];

/** Either the type or the stage is null. */
export type CountedFlags = { type: string | null; stage: string | null; flags: number };

/** The position is the number of limits that the flags have passed. */
export type StaleFlags = { position: number; staleFlags: number; potentiallyStaleFlags: number };

const stages = ['initial', 'pre-live', 'live', 'completed'];

/** With the stages and the groups that have no flags. */
export function flagInsightsOf(
  counted: readonly CountedFlags[],
  stale: readonly StaleFlags[],
): FlagInsights {
  const inStage = new Map(counted.map(({ stage, flags }) => [stage, flags]));
  const inGroup = new Map(stale.map(({ position, ...counts }) => [position, counts]));
  return {
    types: counted.flatMap(({ type, flags }) => (type === null ? [] : { type, flags })),
    stages: stages.map((stage) => ({ stage, flags: inStage.get(stage) ?? 0 })),
    staleByAge: [0, ...ageLimits].map((fromDays, position) => ({
      fromDays,
      toDays: ageLimits[position] ?? null,
      staleFlags: 0,
      potentiallyStaleFlags: 0,
      ...inGroup.get(position),
    })),
  };
}
