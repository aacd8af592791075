import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '../../ui/toasts.tsx';
import { refetchFlag } from '../flag/writes.ts';
import { changeRequestConfigQuery, environmentsQuery } from '../flags/api.ts';
import { useProjectNames } from '../flags/project-name.ts';
import type { SelectedFlag } from '../flags/selected.ts';
import { batchesOf, flagAfter, type Protection, undoOf, type Wanted } from './actions.ts';
import { countOf, emptyOutcome, type Outcome, runBatches } from './run.ts';
import { texts } from './texts.ts';
import { counted, doneText } from './words.ts';

export type FlagOutcome = Outcome<SelectedFlag>;

type State = { phase: 'form' | 'running' | 'finished'; outcome: FlagOutcome; cancelled: boolean };

const initial: State = { phase: 'form', outcome: emptyOutcome(), cancelled: false };

/** What counts flags, and the known tags. */
const alsoChanged = [
  'project',
  'projects',
  'tags',
  'views',
  'archive',
  'dashboard',
  'applications',
];

/** The flags that were neither changed nor proposed. */
function leftOf(flags: readonly SelectedFlag[], { changed, proposed }: FlagOutcome) {
  const done = new Set([...changed, ...proposed]);
  return flags.filter((flag) => !done.has(flag));
}

/** What was not changed, and what was but is still in the list. */
const selectedAfter = (wanted: Wanted, flags: readonly SelectedFlag[], changed: SelectedFlag[]) =>
  flags.flatMap((flag) => (changed.includes(flag) ? (flagAfter(wanted, flag) ?? []) : flag));

type Handlers = { onSelect: (flags: SelectedFlag[]) => void; onClose: () => void };

/** Enough time to find among many flags that one of them should have stayed. */
const undoMs = 30_000;

/** Runs what was confirmed, and shows it as a toast unless something is left to read. */
export function useBulk(flags: readonly SelectedFlag[], { onSelect, onClose }: Handlers) {
  const client = useQueryClient();
  const nameOf = useProjectNames();
  const [state, setState] = useState(initial);
  const running = useRef(new AbortController());
  const refresh = () =>
    Promise.all([
      refetchFlag(client),
      ...alsoChanged.map((key) => client.invalidateQueries({ queryKey: [key] })),
    ]);
  const start = async (wanted: Wanted, protection: Protection) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setState({ ...initial, phase: 'running' });
    const outcome = await runBatches(batchesOf(wanted, flags, protection), {
      signal,
      onProgress: (next) => setState((before) => ({ ...before, outcome: next })),
    });
    await refresh();
    if (outcome.changed.length > 0) announce(wanted, outcome.changed);
    onSelect(selectedAfter(wanted, flags, outcome.changed));
    if (leftOf(flags, outcome).length === 0 && outcome.requests.length === 0) onClose();
    else setState({ phase: 'finished', outcome, cancelled: signal.aborted });
  };
  const announce = (wanted: Wanted, changed: readonly SelectedFlag[]) => {
    const undoing = undoOf(wanted, changed);
    const undo = async () => {
      // Selected flags on other pages of the list will not be what they were when they were selected.
      onSelect([]);
      const never = new AbortController();
      let failed = 0;
      for (const batches of undoing) {
        const options = { signal: never.signal, onProgress: () => undefined };
        failed += (await runBatches(batches, options)).failed.length;
      }
      await refresh();
      if (failed > 0) throw new Error(texts.notUndone(counted(failed)));
    };
    toast(doneText(wanted, changed.length, nameOf), undoing.length > 0 ? undo : undefined, {
      actionMs: undoMs,
      ...(wanted.kind === 'archive' ? { lost: texts.lifecycleRestarted } : {}),
    });
  };
  return {
    ...state,
    count: countOf(state.outcome),
    start,
    cancel: () => running.current.abort(),
  };
}

/** Where changes of these flags need change requests; undefined while it is loading. */
export function useProtection(
  flags: readonly Pick<SelectedFlag, 'project'>[],
): Protection | undefined {
  const projects = [...new Set(flags.map(({ project }) => project))];
  const settings = useQueries({
    queries: projects.map((project) => changeRequestConfigQuery(project)),
  });
  if (settings.some(({ isPending }) => isPending)) return undefined;
  return new Map(
    projects.map((project, index) => [
      project,
      (settings[index]?.data ?? [])
        .filter(({ changeRequestEnabled }) => changeRequestEnabled)
        .map(({ environment }) => environment),
    ]),
  );
}

/** The names of the environments of the type production. */
export function useProduction(): ReadonlySet<string> {
  const environments = useQuery(environmentsQuery).data?.environments ?? [];
  return new Set(environments.filter(({ type }) => type === 'production').map(({ name }) => name));
}
