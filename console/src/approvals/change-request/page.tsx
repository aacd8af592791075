import { ActionIcon, Grid, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { useProjectName } from '../../flags/flags/project-name.ts';
import { paths, pathTo } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { EditIcon, ReviewIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { PanelsSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { requestQuery, type ShownRequest } from '../change-requests/api.ts';
import { StateBadge } from '../change-requests/state-badge.tsx';
import { personName } from '../people.ts';
import { ownTitle, requestTitle } from '../request-title.ts';
import { texts } from '../texts.tsx';
import { Comments } from './comments.tsx';
import { DryRun } from './dry-run.tsx';
import { FlagGroup, SegmentGroup } from './groups.tsx';
import { Decision, History } from './history.tsx';
import { useRequestActions } from './request-actions.ts';
import { Review } from './review.tsx';

const text = texts.changeRequest;

const EditTitle = lazy(() => import('./edit-title.tsx'));

export function Page() {
  const { projectId, id } = useParams({
    from: '/signed-in/projects/$projectId/change-requests/$id',
  });
  const found = useQuery(requestQuery({ projectId, id: Number(id) }));
  const request = found.data;
  const name = useProjectName(projectId);
  return (
    <Frame
      title={request ? requestTitle(request) : text.title(id)}
      crumbs={[
        { label: texts.changeRequests.title, to: paths.changeRequests },
        { label: name, to: pathTo(paths.project, { projectId }) },
      ]}
      note={request && <Note request={request} />}
      actions={
        request && (
          <>
            <PrintButton />
            <TitleAction request={request} />
          </>
        )
      }
    >
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {!request && !found.error && <PanelsSkeleton />}
      {request && <Content request={request} />}
    </Frame>
  );
}

function Note({ request }: { request: ChangeRequest }) {
  const { id, environment, createdBy, createdAt } = request;
  return (
    <Group gap={8} mt={4}>
      <StateBadge request={request} />
      {ownTitle(request) && <span>#{id}</span>}
      <span>
        {text.author(environment, personName(createdBy))} <TimeAgo at={createdAt} />
      </span>
      <Decision request={request} />
    </Group>
  );
}

function TitleAction({ request }: { request: ChangeRequest }) {
  const { mayEdit } = useRequestActions(request);
  const [editing, edit] = useDisclosure(false);
  if (!mayEdit) return null;
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={text.editTitle.title} onClick={edit.open}>
        <EditIcon size={16} />
      </ActionIcon>
      {editing && (
        <Suspense>
          <EditTitle request={request} onClose={edit.close} />
        </Suspense>
      )}
    </>
  );
}

function Content({ request }: { request: ShownRequest }) {
  const { features, segments } = request;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>
          {features.length + segments.length === 0 && (
            <EmptyState icon={ReviewIcon} title={text.empty}>
              {text.emptyNote(request.environment)}
            </EmptyState>
          )}
          {features.map((group) => (
            <FlagGroup key={group.name} request={request} group={group} />
          ))}
          {segments.map((change) => (
            <SegmentGroup key={change.id} request={request} change={change} />
          ))}
          <div data-screen-only>
            <DryRun key={request.etag} request={request} />
          </div>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack>
          <Review request={request} />
          <History request={request} />
          <Comments request={request} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
