import { useQuery } from '@tanstack/react-query';
import { stages } from '../../flags/flags/cells.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { formatFilter } from '../../ui/set-filter.ts';
import { texts } from '../texts.ts';
import { type Flags, flagsQuery, type Scope } from './api.ts';
import { type CountRow, CountRows } from './count-rows.tsx';
import { LoadedPanel } from './loaded-panel.tsx';

const text = texts.insights;

/** The flags of today: the stale ones by age, and all by type and by lifecycle stage. */
export function FlagPanels({ projectId }: Scope) {
  const found = useQuery(flagsQuery({ projectId }));
  const project =
    projectId === undefined
      ? {}
      : { project: formatFilter({ operator: 'IS', values: [projectId] }) ?? '' };
  const within = (rows: CountRow[]) =>
    rows.map((row) => ({ ...row, search: { ...row.search, ...project } }));
  return (
    <>
      <LoadedPanel title={text.stale.title} note={() => text.stale.note} found={found}>
        {(data) => <CountRows rows={within(byAge(data))} empty={text.stale.empty} />}
      </LoadedPanel>
      <LoadedPanel title={text.types.title} found={found}>
        {(data) => <CountRows rows={within(byType(data))} empty={text.empty} />}
      </LoadedPanel>
      <LoadedPanel title={text.stages.title} found={found}>
        {(data) => <CountRows rows={within(byStage(data))} empty={text.empty} />}
      </LoadedPanel>
    </>
  );
}

const byAge = ({ staleByAge }: Flags): CountRow[] =>
  staleByAge.map(({ fromDays, toDays, staleFlags, potentiallyStaleFlags }) => ({
    label: text.stale.age(fromDays, toDays),
    search: { q: ['is:stale', ...age('>', fromDays), ...age('<', toDays)].join(' ') },
    parts: [
      { name: text.stale.marked, colour: 'orange', count: staleFlags },
      { name: text.stale.potentially, colour: 'yellow', count: potentiallyStaleFlags },
    ],
  }));

/** A term of the query language; none for the youngest and the oldest. */
const age = (comparison: string, days: number | null) =>
  days === null || days === 0 ? [] : [`created:${comparison}${days}d`];

const byType = ({ types }: Flags): CountRow[] =>
  types
    .map(({ type, flags }) => ({
      label: flagTypeName(type),
      search: { type: formatFilter({ operator: 'IS', values: [type] }) ?? '' },
      parts: [{ name: text.active, colour: 'indigo', count: flags }],
    }))
    .sort((one, other) => countOf(other) - countOf(one));

const countOf = ({ parts }: CountRow) => parts.reduce((sum, { count }) => sum + count, 0);

const byStage = ({ stages: counted }: Flags): CountRow[] =>
  counted.map(({ stage, flags }) => {
    const { label, colour } = stages[stage as keyof typeof stages];
    return {
      label,
      search: { lifecycle: `IS:${stage}` },
      parts: [{ name: text.active, colour, count: flags }],
    };
  });
