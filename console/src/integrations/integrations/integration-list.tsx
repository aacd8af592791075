import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import type { Integration } from '../../../../server/integrations/integrations/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import {
  type Created,
  deleteIntegration,
  integrationsQuery,
  type KindInfo,
  type Scope,
} from './api.ts';
import { describeFilter } from './filter-text.ts';
import { mayWithIntegration } from './rights.ts';
import { StateBadge } from './state-badge.tsx';

const IntegrationForm = lazy(() => import('./integration-form.tsx'));

/** Integrations of the installation, or of one project. */
export function IntegrationList({ project }: { project: Scope }) {
  const { may } = useMay();
  const [created, setCreated] = useState<Created>();
  const found = useQuery(integrationsQuery(project));
  const kinds = found.data?.kinds;
  const columns = useMemo(() => columnsFor(kinds ?? []), [kinds]);
  const form = useMemo(
    () =>
      ({ item, onClose }: { item: Integration | undefined; onClose: () => void }) => (
        <IntegrationForm
          project={project}
          kinds={kinds ?? []}
          item={item}
          onCreated={setCreated}
          onClose={onClose}
        />
      ),
    [project, kinds],
  );
  return (
    <>
      <ManagedList
        noun={{ one: 'integration', many: 'integrations' }}
        found={found}
        rows={found.data?.integrations}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ name }) => name}
        textOf={({ name, kind, description }) => [name, kind, description].join(' ')}
        invalidates={[['integrations']]}
        form={form}
        mayCreate={mayWithIntegration(may, 'CREATE', project)}
        mayEdit={() => mayWithIntegration(may, 'UPDATE', project)}
        removal={{
          may: () => mayWithIntegration(may, 'DELETE', project),
          warning: ({ name }) => (
            <>
              <b>{name}</b> receives no more events, and its list of deliveries is deleted.
            </>
          ),
          send: ({ id }) => deleteIntegration({ id, project }),
        }}
        empty="An integration sends each event that matches its filter to a target, such as a Slack channel."
      />
      {created?.signingSecret && (
        <SecretOnce
          title={`Signing secret of ${created.name}`}
          secret={created.signingSecret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}

const columnsFor = (kinds: readonly KindInfo[]): ListColumn<Integration>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: (integration) => <NameCell integration={integration} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    value: ({ kind }) => kind,
    cell: ({ kind }) => kinds.find(({ name }) => name === kind)?.displayName ?? kind,
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'filter',
    header: 'Events',
    visibleFrom: 'md',
    cell: ({ filter }) => describeFilter(filter),
  },
  {
    id: 'createdAt',
    header: 'Created',
    visibleFrom: 'lg',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

function NameCell({ integration }: { integration: Integration }) {
  const { id, project, name, description } = integration;
  const to =
    project === null
      ? pathTo(paths.integration, { id })
      : pathTo(paths.projectIntegration, { projectId: project, id });
  return (
    <Box maw={560}>
      <Anchor component={Link} to={to} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
      {description && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
    </Box>
  );
}
