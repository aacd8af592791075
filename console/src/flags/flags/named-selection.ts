import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { FoundFlag } from './api.ts';
import { focusBar, type SelectedFlag } from './selected.ts';

type FlagsQuery<Key extends readonly unknown[]> = Pick<
  UseQueryOptions<FoundFlag[], Error, FoundFlag[], Key>,
  'queryKey' | 'queryFn'
>;

const none: ReadonlySet<string> = new Set();

/** Selected rows that have only names; what actions need of them is loaded with the first selected one. */
export function useNamedSelection<Key extends readonly unknown[]>(query: FlagsQuery<Key>) {
  const [selected, onSelect] = useState(none);
  const found = useQuery({ ...query, enabled: selected.size > 0 });
  const flags = useMemo(
    () => (found.data ?? []).filter(({ name }) => selected.has(name)),
    [found.data, selected],
  );
  const selection = useMemo(() => ({ selected, onSelect, onActions: focusBar }), [selected]);
  const select = useCallback(
    (left: readonly SelectedFlag[]) => onSelect(new Set(left.map(({ name }) => name))),
    [],
  );
  return { flags, all: found.data, error: found.error, selection, select };
}
