import { useCallbackRef } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type Change, FlagSearch, useFoundFlags } from '../../flags/flags/flag-search.tsx';
import { ChartSkeleton } from '../../ui/skeletons.tsx';
import styles from './flags.module.css';
import { useProject } from './project-id.ts';
import { texts } from './texts.ts';

// Charts and events are loaded after the flags, which people come for.
const Overview = lazy(() => import('./overview.tsx'));

/** The flags of the project, beside its health and activity. */
export function Page() {
  const { projectId, project } = useProject();
  const { tab: _, ...params } = useSearch({ from: '/signed-in/projects/$projectId/' });
  const navigate = useNavigate({ from: '/projects/$projectId/' });
  const all = useFoundFlags(params, projectId);
  const change = useCallbackRef<Change>(
    (next, replace = false) =>
      void navigate({ search: { ...params, offset: undefined, ...next }, replace }),
  );
  return (
    <div className={styles.columns}>
      <div>
        <FlagSearch
          key={projectId}
          params={params}
          all={all}
          onChange={change}
          onClear={() => void navigate({ search: {} })}
          project={projectId}
        />
      </div>
      <aside aria-label={texts.about}>
        <Suspense fallback={<ChartSkeleton />}>
          {project && <Overview projectId={projectId} project={project} />}
        </Suspense>
      </aside>
    </div>
  );
}
