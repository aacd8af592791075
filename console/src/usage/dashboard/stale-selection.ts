import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { focusBar, type SelectedFlag } from '../../flags/flags/selected.ts';
import { staleFlagsQuery } from './api.ts';

const none: ReadonlySet<string> = new Set();

/** The selected stale flags; what actions need of them is loaded with the first selected one. */
export function useStaleSelection(projectId: string) {
  const [selected, onSelect] = useState(none);
  const found = useQuery({ ...staleFlagsQuery(projectId), enabled: selected.size > 0 });
  const flags = useMemo(
    () => (found.data ?? []).filter(({ name }) => selected.has(name)),
    [found.data, selected],
  );
  const selection = useMemo(() => ({ selected, onSelect, onActions: focusBar }), [selected]);
  const select = useCallback(
    (left: readonly SelectedFlag[]) => onSelect(new Set(left.map(({ name }) => name))),
    [],
  );
  return { flags, error: found.error, selection, select };
}
