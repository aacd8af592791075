import { ActionIcon, Anchor, Badge, Box, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import type { Project } from '../../../../server/projects/projects/schema.ts';
import { useProjectName } from '../../flags/flags/project-name.ts';
import { useMay } from '../../identity/session/api.ts';
import { formatNumber } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import { RolloutBar } from '../../ui/bars.tsx';
import { healthColour } from '../../ui/health-colour.ts';
import { FolderIcon, ReviveIcon, StarIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { descriptionOf } from '../../ui/predefined/names.ts';
import { useRefresh } from '../../ui/save.ts';
import { texts as shared } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts as all } from '../texts.ts';
import { archiveProject, deleteProject, projectsQuery, reviveProject } from './api.ts';
import { useFavoriteProject } from './writes.ts';

const texts = all.projects;

const ProjectForm = lazy(() => import('./project-form.tsx'));

const ownersOf = ({ owners }: Project) =>
  owners.map((owner) => (owner.ownerType === 'system' ? texts.noOwner : owner.name)).join(', ');

const columns: ListColumn<Project>[] = [
  {
    id: 'favorite',
    header: '',
    label: texts.favorite,
    text: ({ favorite }) => String(favorite),
    width: 44,
    cell: (project) => <FavoriteCell project={project} />,
  },
  {
    id: 'name',
    header: shared.common.name,
    value: ({ name }) => name,
    cell: (project) => <NameCell project={project} />,
  },
  {
    id: 'featureCount',
    header: texts.flags,
    value: ({ featureCount }) => featureCount,
    cell: ({ featureCount }) => formatNumber(featureCount),
  },
  {
    id: 'health',
    header: texts.health,
    visibleFrom: 'sm',
    width: 180,
    value: ({ health }) => health,
    cell: ({ health, name }) => (
      <RolloutBar percent={health} colour={healthColour(health)} label={texts.healthOf(name)} />
    ),
  },
  {
    id: 'memberCount',
    header: texts.members,
    visibleFrom: 'md',
    value: ({ memberCount }) => memberCount,
    cell: ({ memberCount }) => formatNumber(memberCount),
  },
  { id: 'owners', header: texts.owners, visibleFrom: 'lg', value: ownersOf, cell: ownersOf },
  {
    id: 'createdAt',
    header: texts.created,
    visibleFrom: 'xl',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

/** As in the settings of a project: the search finds no flags of archived projects. */
const invalidates = [['projects'], ['project'], ['flags']];

export function Page() {
  const { may } = useMay();
  const { archived } = useSearch({ from: '/signed-in/projects' });
  const inArchive = archived === 'true';
  const found = useQuery(projectsQuery(inArchive));
  const refresh = useRefresh(invalidates);
  const revive = async ({ id, name }: Project) => {
    await reviveProject(id);
    await refresh();
    toast(texts.revived(name), () => archiveProject(id).then(refresh));
  };
  return (
    <Frame title={texts.title} note={texts.note}>
      <ManagedList
        name="projects"
        noun={inArchive ? texts.archivedNoun : texts.noun}
        found={found}
        rows={found.data?.projects}
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        textOf={(project) => [project.id, project.name, project.description].join(' ')}
        invalidates={invalidates}
        form={ProjectForm}
        mayCreate={!inArchive && may('CREATE_PROJECT')}
        toolbar={<LiveOrArchived archived={inArchive} />}
        actions={(project) =>
          inArchive && may('DELETE_PROJECT', project.id)
            ? [
                {
                  label: texts.revive(project.name),
                  icon: <ReviveIcon />,
                  onClick: () => void revive(project).catch(toastError),
                },
              ]
            : []
        }
        removal={{
          may: ({ id }) => inArchive && may('DELETE_PROJECT', id),
          typed: true,
          warning: ({ name }) => texts.deleteWarning(name),
          send: ({ id }) => deleteProject(id),
        }}
        icon={FolderIcon}
        empty={inArchive ? texts.archivedEmpty : texts.empty}
      />
    </Frame>
  );
}

function LiveOrArchived({ archived }: { archived: boolean }) {
  const navigate = useNavigate({ from: paths.projects });
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.which}
      data={[
        { value: 'live', label: texts.live },
        { value: 'archived', label: texts.archived },
      ]}
      value={archived ? 'archived' : 'live'}
      onChange={(which) =>
        void navigate({ search: which === 'archived' ? { archived: 'true' } : {} })
      }
    />
  );
}

function NameCell({ project }: { project: Project }) {
  const { id, name, mode } = project;
  const description = descriptionOf(project);
  return (
    <Box maw={520}>
      <Group gap={6}>
        <Anchor
          component={Link}
          to={pathTo(paths.project, { projectId: id })}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {useProjectName(id, name)}
        </Anchor>
        {mode !== 'open' && (
          <Badge size="xs" variant="light" color="grape" tt="none">
            {texts.modeNames[mode]}
          </Badge>
        )}
      </Group>
      {description && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {description}
        </Text>
      )}
    </Box>
  );
}

function FavoriteCell({ project }: { project: Project }) {
  const favorite = useFavoriteProject();
  const labelOf = project.favorite ? texts.noFavorite : texts.makeFavorite;
  return (
    <ActionIcon
      variant="subtle"
      color={project.favorite ? 'yellow' : 'gray'}
      aria-label={labelOf(project.name)}
      aria-pressed={project.favorite}
      onClick={() => favorite.mutate({ id: project.id, favorite: !project.favorite })}
    >
      <StarIcon filled={project.favorite} />
    </ActionIcon>
  );
}
