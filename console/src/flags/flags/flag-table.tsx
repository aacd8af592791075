import { memo, useCallback, useMemo } from 'react';
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx';
import type { Selection } from '../../ui/row-selection.ts';
import type { LayoutControl } from '../../ui/table-layout.ts';
import type { FoundFlag } from './api.ts';
import { environmentsOf, flagColumns } from './columns.tsx';
import type { FlagParams } from './params.ts';
import { useProjectNames } from './project-name.ts';
import { sortedBy } from './sort.ts';
import { useSwitches } from './switch-cell.tsx';
import { texts } from './texts.ts';
import { useFavorite } from './writes.ts';

const none: FoundFlag[] = [];
const nameOf = ({ name }: FoundFlag) => name;

/** The columns for these flags; `dialog` is opened by their switches. */
export function useFlagColumns(flags: FoundFlag[] | undefined, project: string | undefined) {
  const { switches, dialog } = useSwitches(flags ?? none);
  const { mutate: onFavorite } = useFavorite();
  const projectName = useProjectNames();
  const names = environmentsOf(flags ?? none).join('/');
  const columns = useMemo(
    () =>
      flagColumns(names === '' ? [] : names.split('/'), {
        switches,
        onFavorite,
        project,
        projectName,
      }),
    [names, switches, onFavorite, project, projectName],
  );
  return { columns, dialog };
}

type Props = {
  flags: FoundFlag[] | undefined;
  columns: readonly Column<FoundFlag>[];
  q: string | undefined;
  sort: Sort;
  onChange: (next: Partial<FlagParams>) => void;
  active: number;
  onActive: (index: number) => void;
  onOpen: (index: number) => void;
  selection: Selection;
  layout: LayoutControl;
  outdated: boolean;
};

export const FlagTable = memo(({ flags, q, onChange, ...props }: Props) => {
  const onSort = useCallback((next: Sort) => onChange(sortedBy(q, next)), [onChange, q]);
  return (
    <DataTable
      {...props}
      label={texts.title}
      rows={flags}
      rowKey={nameOf}
      onSort={onSort}
      rowLines={3}
      reuseRows
    />
  );
});
