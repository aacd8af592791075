import { useQuery } from '@tanstack/react-query';
import type { ArchivedFlag } from '../../../../server/flags/archive/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { ReviveIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { useRefresh } from '../../ui/save.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { archiveFlag } from '../flags/api.ts';
import { archiveQuery, deleteArchivedFlag, reviveFlag } from './api.ts';

const columns: ListColumn<ArchivedFlag>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, description }) => <Named name={name} note={description} />,
  },
  {
    id: 'project',
    header: 'Project',
    visibleFrom: 'sm',
    value: ({ project }) => project,
    cell: ({ project }) => project,
  },
  {
    id: 'type',
    header: 'Type',
    visibleFrom: 'lg',
    value: (row) => row.type,
    cell: (row) => row.type,
  },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    visibleFrom: 'md',
    value: ({ lastSeenAt }) => lastSeenAt ?? '',
    cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />,
  },
  {
    id: 'archivedAt',
    header: 'Archived',
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
    toast(`${name} is back, and off everywhere`, () => archiveFlag(project, name).then(refresh));
  };
  return (
    <Frame title="Archive" note="Flags that are no longer used. SDKs do not see them.">
      <ManagedList
        noun={{ one: 'archived flag', many: 'archived flags' }}
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
                  label: `Revive ${flag.name}`,
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
              <b>{name}</b> is deleted permanently, and its name can be used again. Its events stay
              in the event log. This cannot be undone.
            </>
          ),
          send: ({ name }) => deleteArchivedFlag(name),
        }}
        empty="A flag that has done its work is archived on its page; from here it can be brought back or deleted."
      />
    </Frame>
  );
}
