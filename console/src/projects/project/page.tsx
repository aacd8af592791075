import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { NewFlag } from '../../flags/flags/new-flag.tsx';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { healthColour } from '../../ui/health-colour.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import Missing, { isMissing } from '../../ui/missing.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { descriptionOf } from '../../ui/predefined/names.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { useFavoriteProject } from '../projects/writes.ts';
import { overviewQuery } from './api.ts';
import { useProjectId } from './project-id.ts';
import { texts } from './texts.ts';

const crumbs = [{ label: shared.common.projects, to: paths.projects }];

/** The frame of a project, which stays while its pages change. */
export function Page() {
  const projectId = useProjectId();
  const found = useQuery(overviewQuery(projectId));
  const tabs = useTabs(projectId);
  const [, , , section = 'flags'] = useLocation({ select: ({ pathname }) => pathname }).split('/');
  // A project that is shown stays when it cannot be refreshed, with what was entered in its forms.
  if (found.error && (isMissing(found.error) || !found.data)) {
    return (
      <Frame title={projectId} crumbs={crumbs}>
        {isMissing(found.error) ? (
          <Missing
            title={texts.missing(projectId)}
            note={texts.missingNote}
            links={[
              { label: texts.toProjects, to: paths.projects },
              {
                label: texts.archivedProjects,
                to: paths.projects,
                search: { archived: 'true' },
              },
            ]}
          />
        ) : (
          <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
        )}
      </Frame>
    );
  }
  const project = found.data;
  return (
    <Frame
      title={project?.name ?? projectId}
      note={project && descriptionOf(project)}
      crumbs={crumbs}
      actions={project && <Actions projectId={projectId} {...project} />}
    >
      {project?.archivedAt && (
        <Alert color="gray" mb="md">
          {texts.archived}
        </Alert>
      )}
      <LinkTabs label={texts.tabs.label} tabs={tabs} shown={section}>
        <Suspense fallback={<PanelSkeleton />}>{project ? <Outlet /> : <PanelSkeleton />}</Suspense>
      </LinkTabs>
    </Frame>
  );
}

/** The tabs that the caller may see. */
function useTabs(projectId: string) {
  const { may } = useMay();
  const any = (...permissions: string[]) => permissions.some((each) => may(each, projectId));
  const to = (path: string) => pathTo(path, { projectId });
  return [
    { value: 'flags', label: texts.tabs.flags, to: to(paths.project), shown: true },
    {
      value: 'change-requests',
      label: texts.tabs.changeRequests,
      to: to(paths.projectRequests),
      shown: true,
    },
    { value: 'events', label: shared.common.events, to: to(paths.projectEvents), shown: true },
    { value: 'insights', label: texts.tabs.insights, to: to(paths.projectInsights), shown: true },
    {
      value: 'members',
      label: texts.tabs.members,
      to: to(paths.projectMembers),
      shown: any('PROJECT_USER_ACCESS_READ', 'PROJECT_USER_ACCESS_WRITE', 'UPDATE_PROJECT'),
    },
    {
      value: 'tokens',
      label: texts.tabs.tokens,
      to: to(paths.projectTokens),
      shown: any('READ_PROJECT_API_TOKEN'),
    },
    { value: 'settings', label: texts.tabs.settings, to: to(paths.projectSettings), shown: true },
  ].filter(({ shown }) => shown);
}

type ActionsProps = {
  projectId: string;
  favorite: boolean;
  health: number;
  archivedAt: string | null;
};

function Actions({ projectId, favorite, health, archivedAt }: ActionsProps) {
  const change = useFavoriteProject();
  const { may } = useMay();
  return (
    <>
      <Group gap={6} wrap="nowrap" mr="xs">
        <Text size="sm">{texts.healthOf(health)}</Text>
        <Progress value={health} color={healthColour(health)} w={60} aria-label={texts.health} />
      </Group>
      <Button
        variant="default"
        leftSection={<StarIcon filled={favorite} />}
        aria-pressed={favorite}
        onClick={() => change.mutate({ id: projectId, favorite: !favorite })}
      >
        {texts.favorite}
      </Button>
      {may('CREATE_FEATURE', projectId) && !archivedAt && <NewFlag project={projectId} />}
    </>
  );
}
