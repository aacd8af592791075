import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Integration } from '../../../../server/integrations/integrations/schema.ts';
import { useProjectName } from '../../flags/flags/project-name.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.tsx';
import {
  integrationQuery,
  integrationsQuery,
  resumeIntegration,
  rotateSecret,
  type Scope,
  sendTest,
} from './api.ts';
import { DeliveryList } from './delivery-list.tsx';
import { FilterText } from './filter-text.tsx';
import { mayWithIntegration } from './rights.ts';
import { StateBadge } from './state-badge.tsx';

const { title, secretOf, page: text, rotate, deliveries } = texts.integrations;

const IntegrationForm = lazy(() => import('./integration-form.tsx'));

/** One integration, of the installation or of a project. */
export function Page() {
  const { id, projectId } = useParams({ strict: false }) as { id: string; projectId?: string };
  const key = { id: Number(id), project: projectId ?? null };
  const found = useQuery(integrationQuery(key));
  const projectName = useProjectName(projectId ?? '');
  const crumbs =
    projectId === undefined
      ? [{ label: title, to: paths.integrations }]
      : [
          { label: ui.common.projects, to: paths.projects },
          { label: projectName, to: pathTo(paths.project, { projectId }) },
        ];
  return (
    <Frame
      title={found.data?.name ?? text.title}
      note={found.data?.description}
      crumbs={crumbs}
      actions={found.data && <Actions integration={found.data} />}
    >
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={8} />}
      {found.data && (
        <Stack>
          <Health integration={found.data} />
          <Panel title={deliveries.title} note={deliveries.note}>
            <DeliveryList owner={key} />
          </Panel>
        </Stack>
      )}
    </Frame>
  );
}

const useKinds = (project: Scope) => useQuery(integrationsQuery(project)).data?.kinds ?? [];

function Actions({ integration }: { integration: Integration }) {
  const { may } = useMay();
  const refresh = useRefresh([['integrations']]);
  const test = useMutation({
    mutationFn: () => sendTest(integration),
    onSuccess: async ({ delivered, error }) => {
      await refresh();
      toast(delivered ? text.testDelivered : (error ?? text.testFailed));
    },
    onError: toastError,
  });
  const [editing, setEditing] = useState(false);
  const kinds = useKinds(integration.project);
  if (!mayWithIntegration(may, 'UPDATE', integration.project)) return null;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {text.test}
      </Button>
      {kinds.find(({ name }) => name === integration.kind)?.signed && (
        <RotateSecret integration={integration} />
      )}
      <Button variant="default" onClick={() => setEditing(true)}>
        {ui.common.edit}
      </Button>
      {editing && (
        <Suspense>
          <IntegrationForm
            project={integration.project}
            kinds={kinds}
            item={integration}
            onCreated={() => {}}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function RotateSecret({ integration }: { integration: Integration }) {
  const refresh = useRefresh([['integrations']]);
  const [confirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {rotate.action}
      </Button>
      <Confirm
        opened={confirming}
        title={rotate.title}
        action={rotate.action}
        onConfirm={async () => {
          setSecret((await rotateSecret(integration)).signingSecret);
          await refresh();
        }}
        onClose={() => setConfirming(false)}
      >
        {rotate.note}
      </Confirm>
      {secret && (
        <SecretOnce
          title={secretOf(integration.name)}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function Health({ integration }: { integration: Integration }) {
  const { state, filter, kind, failures, failingSince, nextAttemptAt, parkedAt } = integration;
  const { may } = useMay();
  const refresh = useRefresh([['integrations']]);
  const resume = useMutation({
    mutationFn: () => resumeIntegration(integration),
    onSuccess: refresh,
    onError: toastError,
  });
  const kindName = useKinds(integration.project).find(({ name }) => name === kind)?.displayName;
  const mayResume = mayWithIntegration(may, 'UPDATE', integration.project);
  return (
    <>
      <Group gap="sm">
        <StateBadge state={state} />
        <Text size="sm">{text.summary(kindName, <FilterText filter={filter} />)}</Text>
      </Group>
      {(state === 'failing' || state === 'parked') && (
        <Alert color={state === 'parked' ? 'red' : 'orange'}>
          <Group justify="space-between">
            <Text size="sm" component="div">
              {state === 'parked'
                ? text.parked(<TimeAgo at={parkedAt} />)
                : text.failing(
                    failures,
                    <TimeAgo at={failingSince} />,
                    <TimeAgo at={nextAttemptAt} />,
                  )}
            </Text>
            {mayResume && (
              <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
                {state === 'parked' ? text.resume : text.tryNow}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}
