import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import { useProject } from './project-id.ts';
import { texts as frame } from './texts.ts';

const texts = all.project.settings;

const Settings = lazy(() => import('./settings.tsx'));
const Environments = lazy(() => import('./environments.tsx'));
const Integrations = lazy(() => import('./integrations.tsx'));
const Transfer = lazy(() => import('./transfer.tsx'));

/** The settings of a project, in sections with a URL each. */
export function Page() {
  const { projectId, project } = useProject();
  const { section } = useParams({ strict: false });
  const sections = useSections(projectId);
  const shown = sections.find(({ value }) => value === section) ?? sections[0];
  if (!shown || !project) return <PanelSkeleton />;
  const { content: Content } = shown;
  return (
    <LinkTabs label={frame.tabs.settings} variant="pills" tabs={sections} shown={shown.value}>
      <Suspense fallback={<PanelSkeleton />}>
        <Content projectId={projectId} project={project} />
      </Suspense>
    </LinkTabs>
  );
}

/** The sections that the caller may see. */
function useSections(projectId: string) {
  const { may } = useMay();
  const any = (...permissions: string[]) => permissions.some((each) => may(each, projectId));
  const to = (section: string) => pathTo(paths.projectSettingsSection, { projectId, section });
  return [
    {
      value: 'general',
      label: texts.general,
      content: Settings,
      shown: any('UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE', 'DELETE_PROJECT'),
    },
    {
      value: 'environments',
      label: shared.common.environments,
      content: Environments,
      shown: true,
    },
    {
      value: 'integrations',
      label: texts.integrations,
      content: Integrations,
      shown: any('UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE', 'PROJECT_SETTINGS_READ'),
    },
    { value: 'transfer', label: texts.transfer, content: Transfer, shown: true },
  ]
    .filter(({ shown }) => shown)
    .map((each) => ({ ...each, to: to(each.value) }));
}
