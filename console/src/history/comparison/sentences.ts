import { useQuery } from '@tanstack/react-query';
import { segmentNamesQuery } from '../../flags/flags/api.ts';
import { strategyTypesQuery } from '../../flags/strategies/api.ts';
import { texts } from '../texts.tsx';
import type { PlannedChange } from './api.ts';

type Names = {
  /** The title of a strategy type. */
  typeTitle: (type: string) => string;
  segmentName: (id: number) => string;
};

/** The sentences of a change, with the names that the console uses. */
export function useSentences(): (change: PlannedChange) => string[] {
  const types = useQuery(strategyTypesQuery).data?.strategies ?? [];
  const segments = useQuery(segmentNamesQuery).data?.segments ?? [];
  return (change) =>
    sentencesOf(change, {
      typeTitle: (type) => types.find(({ name }) => name === type)?.title || type,
      segmentName: (id) =>
        segments.find((each) => each.id === id)?.name ?? texts.comparison.deletedSegment,
    });
}

type Strategy = { name?: string; segments?: readonly number[] };

/** The server names strategy types and segments as the API does. */
export function sentencesOf(change: PlannedChange, { typeTitle, segmentName }: Names): string[] {
  if (!/^(add|update|delete)Strategy$/.test(change.action)) return change.sentences;
  const [before, after] = [change.before, change.after].map((it) => (it ?? {}) as Strategy);
  const { name = '' } = before?.name === undefined ? (after ?? {}) : before;
  const list = (strategy?: Strategy) => strategy?.segments?.map(segmentName).join(', ') || 'none';
  return change.sentences.map((sentence) => {
    const named = sentence.replace(
      new RegExp(`^(Strategy|.*? of) ${escaped(name)}(?= )`),
      (_, start: string) => `${start} ${typeTitle(name)}`,
    );
    if (!/^Segments of /.test(named)) return named;
    return named.replace(
      /( changed from ).*?( to ).*$/,
      (_, from: string, to: string) => from + list(before) + to + list(after),
    );
  });
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

export type ChangeGroup = { environment: string | null; changes: PlannedChange[] };

/** By environment, in order of appearance; first what belongs to none. */
export function groupsOf(changes: readonly PlannedChange[]): ChangeGroup[] {
  const environments = [...new Set([null, ...changes.map(({ environment }) => environment)])];
  return environments
    .map((environment) => ({
      environment,
      changes: changes.filter((change) => change.environment === environment),
    }))
    .filter((group) => group.changes.length > 0);
}
