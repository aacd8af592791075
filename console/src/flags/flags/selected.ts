import { useCallback, useMemo, useState } from 'react';
import type { FoundFlag } from './api.ts';

const nobody: ReadonlyMap<string, FoundFlag> = new Map();
const none: readonly FoundFlag[] = [];

/** The selected flags, also those of other pages of the list. */
export function useSelected(rows: readonly FoundFlag[] | undefined) {
  const [chosen, setChosen] = useState(nobody);
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
  const select = useCallback((all: readonly FoundFlag[]) => setChosen(byName(all)), []);
  return { flags, selection, select };
}

/** Of the bar with the actions, which is shown while flags are selected. */
export const barId = 'selected-flags';

const focusBar = () => document.getElementById(barId)?.querySelector('button')?.focus();

const byName = (flags: readonly FoundFlag[]): ReadonlyMap<string, FoundFlag> =>
  new Map(flags.map((flag) => [flag.name, flag]));
