import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { Environment } from '../../../../server/projects/environments/schema.ts';
import { environmentsQuery } from '../../flags/flags/api.ts';
import { useMay } from '../../identity/session/api.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { DownIcon, UpIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList, type RowAction } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { RowSwitch } from '../../ui/row.tsx';
import { deleteEnvironment } from './api.ts';
import { moved, switched, useEnvironmentChange } from './writes.ts';

const EnvironmentForm = lazy(() => import('./environment-form.tsx'));

const columns: ListColumn<Environment>[] = [
  { id: 'name', header: 'Name', cell: (environment) => <NameCell environment={environment} /> },
  { id: 'type', header: 'Type', cell: ({ type }) => type, visibleFrom: 'sm' },
  { id: 'enabled', header: 'Enabled', cell: (row) => <EnabledCell environment={row} /> },
  {
    id: 'approvals',
    header: 'Required approvals',
    visibleFrom: 'sm',
    cell: ({ requiredApprovals }) => requiredApprovals ?? 'none',
  },
  { id: 'projects', header: 'Projects', visibleFrom: 'md', cell: (row) => row.projectCount },
  { id: 'flags', header: 'Flags on', visibleFrom: 'md', cell: (row) => row.enabledToggleCount },
  { id: 'tokens', header: 'API tokens', visibleFrom: 'lg', cell: (row) => row.apiTokenCount },
];

/** The order here is the order of environments on every page. */
export function Page() {
  const { admin } = useMay();
  const found = useQuery(environmentsQuery);
  const change = useEnvironmentChange();
  const all = found.data?.environments ?? [];
  const moveActions = ({ name }: Environment): RowAction[] => {
    const at = all.findIndex((each) => each.name === name);
    const move = (by: -1 | 1) => () => change.mutate(moved(all, name, by));
    const up = { label: `Move ${name} up`, icon: <UpIcon />, onClick: move(-1) };
    const down = { label: `Move ${name} down`, icon: <DownIcon />, onClick: move(1) };
    return [...(at > 0 ? [up] : []), ...(at < all.length - 1 ? [down] : [])];
  };
  return (
    <Frame
      title="Environments"
      note="Where flags are switched. Their order here is their order on every page."
    >
      <ManagedList
        noun={{ one: 'environment', many: 'environments' }}
        found={found}
        rows={found.data?.environments}
        columns={columns}
        rowKey={({ name }) => name}
        nameOf={({ name }) => name}
        invalidates={[['environments']]}
        form={EnvironmentForm}
        mayCreate={admin}
        mayEdit={() => admin}
        actions={(row) => (admin ? moveActions(row) : [])}
        removal={{
          may: (row) => admin && !row.protected,
          typed: true,
          warning: ({ name }) => (
            <>
              What flags do in <b>{name}</b> is lost: their switches, strategies and variants there,
              and its API tokens. This cannot be undone.
            </>
          ),
          send: ({ name }) => deleteEnvironment(name),
        }}
        empty="Flags are switched in environments, such as development and production."
      />
    </Frame>
  );
}

function NameCell({ environment }: { environment: Environment }) {
  const badge = environment.protected && (
    <Badge size="xs" variant="light" tt="none" title="It cannot be deleted">
      Protected
    </Badge>
  );
  return <Named name={<EnvironmentName {...environment} />} badges={badge} />;
}

function EnabledCell({ environment }: { environment: Environment }) {
  const { admin } = useMay();
  const change = useEnvironmentChange();
  if (!admin) return environment.enabled ? 'yes' : 'no';
  return (
    <RowSwitch
      label={`${environment.name} enabled`}
      checked={environment.enabled}
      onChange={(checked) => change.mutate(switched(environment, checked))}
    />
  );
}
