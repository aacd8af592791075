import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { ArchivedFlag } from '../../../../server/flags/archive/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { BoxIcon, ReviveIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { Page as Frame } from '../../ui/page.tsx';
import { RowLink } from '../../ui/row.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { deleteFlag, reviveFlag } from '../flag/api.ts';
import { archiveFlag } from '../flags/api.ts';
import { ProjectName } from '../flags/project-label.tsx';
import type { SelectedFlag } from '../flags/selected.ts';
import { archiveQuery } from './api.ts';
import { texts } from './texts.ts';

const BulkBar = lazy(() => import('../bulk/bar.tsx'));

const columns: ListColumn<ArchivedFlag>[] = [
  {
    id: 'name',
    header: ui.common.name,
    value: ({ name }) => name,
    cell: ({ name, project, description }) => (
      <Named
        name={
          <RowLink to={pathTo(paths.flag, { projectId: project, featureName: name })}>
            {name}
          </RowLink>
        }
        note={description}
      />
    ),
  },
  {
    id: 'project',
    header: ui.common.project,
    visibleFrom: 'sm',
    value: ({ project }) => project,
    cell: ({ project }) => <ProjectName id={project} />,
  },
  {
    id: 'type',
    header: ui.common.type,
    visibleFrom: 'lg',
    value: (row) => flagTypeName(row.type),
    cell: (row) => flagTypeName(row.type),
  },
  {
    id: 'lastSeenAt',
    header: texts.lastSeen,
    visibleFrom: 'md',
    value: ({ lastSeenAt }) => lastSeenAt ?? '',
    cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />,
  },
  {
    id: 'archivedAt',
    header: texts.archived,
    value: ({ archivedAt }) => archivedAt,
    cell: ({ archivedAt }) => <TimeAgo at={archivedAt} />,
  },
];

const invalidates = [['archive'], ['flags'], ['projects']];

export function Page() {
  const { may } = useMay();
  const found = useQuery(archiveQuery);
  const refresh = useRefresh(invalidates);
  const revive = async ({ name, project }: ArchivedFlag) => {
    await reviveFlag(name);
    await refresh();
    toast(texts.revived(name), () => archiveFlag(project, name).then(refresh));
  };
  return (
    <Frame title={texts.title} note={texts.note}>
      <ManagedList
        name="archive"
        noun={texts.noun}
        found={found}
        rows={found.data?.features}
        columns={columns}
        rowKey={({ name }) => name}
        nameOf={({ name }) => name}
        textOf={({ name, project, description }) => `${name} ${project} ${description}`}
        invalidates={invalidates}
        actions={(flag) =>
          may('UPDATE_FEATURE', flag.project)
            ? [
                {
                  label: texts.revive(flag.name),
                  icon: <ReviveIcon />,
                  onClick: () => void revive(flag).catch(toastError),
                },
              ]
            : []
        }
        removal={{
          may: ({ project }) => may('DELETE_FEATURE', project),
          typed: true,
          warning: ({ name }) => (
            <>
              <b>{name}</b> {texts.deleteWarning}
            </>
          ),
          send: ({ name }) => deleteFlag(name),
        }}
        bulk={({ selected, all, onSelect }) => (
          <BulkBar
            flags={selected.map(asSelected)}
            search={all.map(asSelected)}
            total={all.length}
            onSelect={(flags) => onSelect(flags.map(({ name }) => name))}
          />
        )}
        icon={BoxIcon}
        empty={texts.empty}
      />
    </Frame>
  );
}

/** Archived flags have no dependencies, and their environments no order. */
const asSelected = ({ environments, ...flag }: ArchivedFlag): SelectedFlag => ({
  ...flag,
  favorite: false,
  potentiallyStale: false,
  dependencyType: null,
  tags: [],
  environments: environments.map(({ name, enabled }, sortOrder) => ({ name, enabled, sortOrder })),
});
