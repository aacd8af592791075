import { useCallback, useMemo, useState } from 'react';
import type { FoundFlag } from './api.ts';

/** What actions need of a flag; archived ones have no more. */
export type SelectedFlag = Pick<
  FoundFlag,
  | 'name'
  | 'project'
  | 'archivedAt'
  | 'stale'
  | 'potentiallyStale'
  | 'favorite'
  | 'dependencyType'
  | 'tags'
> & {
  lastSeenAt?: string | null | undefined;
  environments: Pick<FoundFlag['environments'][number], 'name' | 'enabled' | 'sortOrder'>[];
};

const noneChosen: ReadonlyMap<string, SelectedFlag> = new Map();
const none: readonly SelectedFlag[] = [];

/** The selected flags, also those of other pages of the list. */
export function useSelected(rows: readonly SelectedFlag[] | undefined) {
  const [chosen, setChosen] = useState(noneChosen);
  const shown = useMemo(() => new Map((rows ?? none).map((flag) => [flag.name, flag])), [rows]);
  /** As they are in the newest response. */
  const flags = useMemo(
    () => [...chosen.values()].map((flag) => shown.get(flag.name) ?? flag),
    [chosen, shown],
  );
  const onSelect = useCallback(
    (names: ReadonlySet<string>) =>
      setChosen((before) => {
        const known = (name: string) => shown.get(name) ?? before.get(name);
        return byName([...names].map(known).filter((flag) => flag !== undefined));
      }),
    [shown],
  );
  const selection = useMemo(
    () => ({ selected: new Set(chosen.keys()), onSelect, onActions: focusBar }),
    [chosen, onSelect],
  );
  const select = useCallback((all: readonly SelectedFlag[]) => setChosen(byName(all)), []);
  return { flags, selection, select };
}

/** Of the bar with the actions, which is shown while flags are selected. */
export const barId = 'selected-flags';

export const focusBar = () => document.getElementById(barId)?.querySelector('button')?.focus();

const byName = (flags: readonly SelectedFlag[]): ReadonlyMap<string, SelectedFlag> =>
  new Map(flags.map((flag) => [flag.name, flag]));
