import { Badge, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMayRestore } from '../../history/restore/rights.ts';
import { ReadOnly } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { AsOfButton } from '../../ui/as-of-button.tsx';
import { AsOfNote } from '../../ui/as-of-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ClockIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { useProjectName } from '../flags/project-name.ts';
import { earlierFlagQuery } from '../versions/api.ts';
import { type FlagKey, flagQuery } from './api.ts';
import { HeadNote } from './head.tsx';
import { Overview } from './overview.tsx';
import type { FlagPageParams } from './params.ts';
import { texts } from './texts.ts';

const Restore = lazy(() => import('../../history/restore/restore.tsx'));

const t = texts.earlier;

/** The flag as it was at a time or after an event, read-only. */
export default function Earlier({ flagKey, at }: { flagKey: FlagKey; at: string }) {
  const navigate = useNavigate({ from: paths.flag });
  const go = (search: FlagPageParams) => void navigate({ search });
  const found = useQuery(earlierFlagQuery(flagKey, at));
  const current = useQuery(flagQuery(flagKey)).data;
  const flag = found.data?.flag;
  const time = found.data?.since ?? (/^\d+$/.test(at) ? undefined : at);
  const { projectId, featureName } = flagKey;
  const projectName = useProjectName(projectId);
  return (
    <Frame
      title={featureName}
      crumbs={[
        { label: texts.page.toFlags, to: paths.flags },
        { label: projectName, to: pathTo(paths.project, { projectId }) },
      ]}
      note={flag && <HeadNote flag={flag} />}
      actions={<AsOfButton onChoose={(next) => go({ at: next })} />}
    >
      <Stack>
        <AsOfNote
          time={time}
          actions={
            flag &&
            current && (
              <Actions
                flag={current}
                at={at}
                time={time}
                onCompare={() => go({ tab: 'history', from: at })}
              />
            )
          }
          onLeave={() => go({})}
        >
          {t.note}
        </AsOfNote>
        {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <PanelSkeleton lines={8} />}
        {flag === null && (
          <EmptyState icon={ClockIcon} title={t.none}>
            {t.noneNote}
          </EmptyState>
        )}
        {flag && <ReadOnlyFlag flag={flag} />}
      </Stack>
    </Frame>
  );
}

function ReadOnlyFlag({ flag }: { flag: Flag }) {
  return (
    <ReadOnly value={true}>
      {flag.archived && (
        <Badge variant="light" color="gray" tt="none">
          {t.archived}
        </Badge>
      )}
      <Overview flag={flag} />
    </ReadOnly>
  );
}

type ActionsProps = {
  /** As it is now. */
  flag: Flag;
  at: string;
  time: string | undefined;
  onCompare: () => void;
};

function Actions({ flag, at, time, onCompare }: ActionsProps) {
  const mayRestore = useMayRestore(flag);
  const [restoring, setRestoring] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={onCompare}>
        {t.compare}
      </Button>
      {mayRestore && (
        <Button size="xs" variant="default" onClick={() => setRestoring(true)}>
          {t.restore}
        </Button>
      )}
      {restoring && (
        <Suspense>
          <Restore flag={flag} at={at} time={time} onClose={() => setRestoring(false)} />
        </Suspense>
      )}
    </>
  );
}
