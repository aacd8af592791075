import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { ensureNow } from '../../api.ts';
import { texts as app } from '../../texts.ts';
import { FocusHint } from '../../ui/focus-hint.tsx';
import { RowState, RowSwitch } from '../../ui/row.tsx';
import { toastError } from '../../ui/toasts.tsx';
import { changeRequestConfigQuery } from './api.ts';
import { LastSeen, lastSeenText } from './cells.tsx';
import { useMayChangeFlags } from './rights.ts';
import { texts } from './texts.ts';
import { type SwitchedFlag, type Switching, useSwitch } from './writes.ts';

const Propose = lazy(() => import('./propose.tsx'));

/** Created once per page and shared by its switches. */
export type Switches = {
  may: (flag: SwitchedFlag, environment: string) => boolean;
  /** Loads before the click what the click needs. */
  prefetch: (flag: SwitchedFlag) => void;
  change: (wanted: Switching) => void;
};

/** Switches directly, or opens a dialog where the environment requires a change request. */
export function useSwitches(flags: readonly SwitchedFlag[]): {
  switches: Switches;
  dialog: ReactNode;
} {
  const mayChange = useMayChangeFlags(flags, 'UPDATE_FEATURE_ENVIRONMENT');
  const client = useQueryClient();
  const [proposed, setProposed] = useState<Switching>();
  const change = useSwitchOrPropose(setProposed);
  const switches = useMemo(
    (): Switches => ({
      may: (flag, environment) => mayChange(flag.project, environment) && !flag.archivedAt,
      prefetch: ({ project }) => void client.prefetchQuery(changeRequestConfigQuery(project)),
      change: (wanted) => void change(wanted).catch(toastError),
    }),
    [mayChange, client, change],
  );
  const dialog = proposed && (
    <Suspense>
      <Propose {...proposed} onClose={() => setProposed(undefined)} />
    </Suspense>
  );
  return { switches, dialog };
}

/** Calls `propose` where the environment requires a change request; resolves to whether it did. */
export function useSwitchOrPropose(propose: (wanted: Switching) => void) {
  const client = useQueryClient();
  const { mutate } = useSwitch();
  return useCallback(
    async (wanted: Switching): Promise<boolean> => {
      const settings = await ensureNow(
        client,
        changeRequestConfigQuery(wanted.flag.project),
        app.request.notSaved,
      );
      const setting = settings.find((each) => each.environment === wanted.environment);
      if (setting?.changeRequestEnabled) propose(wanted);
      else mutate(wanted);
      return setting?.changeRequestEnabled === true;
    },
    [client, mutate, propose],
  );
}

type Props = { flag: SwitchedFlag; environment: string; switches: Switches };

export function SwitchCell({ flag, environment, switches }: Props) {
  const state = flag.environments.find(({ name }) => name === environment);
  if (!state) return null;
  const mayChange = switches.may(flag, environment);
  return (
    <FocusHint text={lastSeenText(state.lastSeenAt)}>
      {mayChange ? (
        <RowSwitch
          label={texts.switchLabel(flag.name, environment)}
          checked={state.enabled}
          onIntent={() => switches.prefetch(flag)}
          onChange={(enabled) => switches.change({ flag, environment, enabled })}
        />
      ) : (
        <RowState on={state.enabled} />
      )}
      <LastSeen at={state.lastSeenAt} focusable={!mayChange} />
    </FocusHint>
  );
}
