import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { Environment } from '../../../../server/projects/environments/schema.ts';
import { environmentsQuery } from '../../flags/flags/api.ts';
import { useMay } from '../../identity/session/api.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { DownIcon, LayersIcon, UpIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList, type RowAction } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { environmentTypeName } from '../../ui/names.ts';
import { Page as Frame } from '../../ui/page.tsx';
import { RowSwitch } from '../../ui/row.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import { deleteEnvironment } from './api.ts';
import { moved, switched, useEnvironmentChange } from './writes.ts';

const texts = all.environments;

const EnvironmentForm = lazy(() => import('./environment-form.tsx'));

const columns: ListColumn<Environment>[] = [
  {
    id: 'name',
    header: shared.common.name,
    cell: (environment) => <NameCell environment={environment} />,
  },
  {
    id: 'type',
    header: shared.common.type,
    cell: ({ type }) => environmentTypeName(type),
    visibleFrom: 'sm',
  },
  {
    id: 'enabled',
    header: texts.enabled,
    text: ({ enabled }) => String(enabled),
    cell: (row) => <EnabledCell environment={row} />,
  },
  {
    id: 'approvals',
    header: texts.newProjectApprovals,
    visibleFrom: 'sm',
    cell: ({ requiredApprovals }) => requiredApprovals ?? texts.noApprovals,
  },
  {
    id: 'projects',
    header: shared.common.projects,
    visibleFrom: 'md',
    cell: (row) => row.projectCount,
  },
  { id: 'flags', header: texts.flagsOn, visibleFrom: 'md', cell: (row) => row.enabledToggleCount },
  { id: 'tokens', header: texts.apiTokens, visibleFrom: 'lg', cell: (row) => row.apiTokenCount },
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
    const up = { label: texts.moveUp(name), icon: <UpIcon />, onClick: move(-1) };
    const down = { label: texts.moveDown(name), icon: <DownIcon />, onClick: move(1) };
    return [...(at > 0 ? [up] : []), ...(at < all.length - 1 ? [down] : [])];
  };
  return (
    <Frame title={texts.title} note={texts.note}>
      <ManagedList
        name="environments"
        noun={texts.noun}
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
          warning: ({ name }) => texts.deleteWarning(name),
          send: ({ name }) => deleteEnvironment(name),
        }}
        icon={LayersIcon}
        empty={texts.empty}
      />
    </Frame>
  );
}

function NameCell({ environment }: { environment: Environment }) {
  const badge = environment.protected && (
    <Badge size="xs" variant="light" tt="none" title={texts.protectedNote}>
      {texts.protected}
    </Badge>
  );
  return <Named name={<EnvironmentName {...environment} />} badges={badge} />;
}

function EnabledCell({ environment }: { environment: Environment }) {
  const { admin } = useMay();
  const change = useEnvironmentChange();
  if (!admin) return environment.enabled ? texts.yes : texts.no;
  return (
    <RowSwitch
      label={texts.switch(environment.name)}
      checked={environment.enabled}
      onChange={(checked) => change.mutate(switched(environment, checked))}
    />
  );
}
