import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths } from '../../paths.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts } from '../texts.ts';
import { Timeline } from '../versions/timeline.tsx';
import type { FlagPageParams } from './params.ts';

const Comparison = lazy(() => import('../../history/comparison/comparison.tsx'));

/** The versions of the flag, or two of them compared. */
export default function History({ flag, params }: { flag: Flag; params: FlagPageParams }) {
  const navigate = useNavigate({ from: paths.flag });
  const compare = (from?: number, to?: number) => {
    const compared = { from: from?.toString(), to: to?.toString() };
    void navigate({ search: { tab: 'history', ...compared } });
  };
  if (params.from === undefined) return <Timeline flag={flag} onCompare={compare} />;
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <Comparison
        flag={flag}
        compared={{ from: params.from, to: params.to }}
        back={
          <Button size="xs" variant="default" onClick={() => compare()}>
            {texts.versions.back}
          </Button>
        }
      />
    </Suspense>
  );
}
