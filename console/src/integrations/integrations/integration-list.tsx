import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import type { Integration } from '../../../../server/integrations/integrations/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { PlugIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';
import {
  type Created,
  deleteIntegration,
  integrationsQuery,
  type KindInfo,
  type Scope,
} from './api.ts';
import { FilterText } from './filter-text.tsx';
import { mayWithIntegration } from './rights.ts';
import { StateBadge } from './state-badge.tsx';

const text = texts.integrations;

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
        name="integrations"
        noun={text.noun}
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
          warning: ({ name }) => text.deleteNote(<b>{name}</b>),
          send: ({ id }) => deleteIntegration({ id, project }),
        }}
        icon={PlugIcon}
        empty={text.empty}
      />
      {created?.signingSecret && (
        <SecretOnce
          title={text.secretOf(created.name)}
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
    header: ui.common.name,
    value: ({ name }) => name,
    cell: (integration) => <NameCell integration={integration} />,
  },
  {
    id: 'kind',
    header: text.kind,
    value: ({ kind }) => kind,
    cell: ({ kind }) => kinds.find(({ name }) => name === kind)?.displayName ?? kind,
  },
  {
    id: 'state',
    header: text.state,
    value: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'filter',
    header: ui.common.events,
    visibleFrom: 'md',
    cell: ({ filter }) => <FilterText filter={filter} />,
  },
  {
    id: 'createdAt',
    header: text.created,
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
