import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Integration } from '../../../../server/integrations/integrations/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import {
  integrationQuery,
  integrationsQuery,
  resumeIntegration,
  rotateSecret,
  type Scope,
  sendTest,
} from './api.ts';
import { DeliveryList } from './delivery-list.tsx';
import { describeFilter } from './filter-text.ts';
import { mayWithIntegration } from './rights.ts';
import { StateBadge } from './state-badge.tsx';

const IntegrationForm = lazy(() => import('./integration-form.tsx'));

/** One integration, of the installation or of a project. */
export function Page() {
  const { id, projectId } = useParams({ strict: false }) as { id: string; projectId?: string };
  const key = { id: Number(id), project: projectId ?? null };
  const found = useQuery(integrationQuery(key));
  const crumbs =
    projectId === undefined
      ? [{ label: 'Integrations', to: paths.integrations }]
      : [
          { label: 'Projects', to: paths.projects },
          { label: projectId, to: pathTo(paths.project, { projectId }) },
        ];
  return (
    <Frame
      title={found.data?.name ?? 'Integration'}
      note={found.data?.description}
      crumbs={crumbs}
      actions={found.data && <Actions integration={found.data} />}
    >
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <Stack>
          <Health integration={found.data} />
          <Panel title="Deliveries" note="The newest 50 attempts.">
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
      toast(delivered ? 'The target accepted the test' : (error ?? 'The test failed'));
    },
    onError: toastError,
  });
  const [editing, setEditing] = useState(false);
  const kinds = useKinds(integration.project);
  if (!mayWithIntegration(may, 'UPDATE', integration.project)) return null;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      {kinds.find(({ name }) => name === integration.kind)?.signed && (
        <RotateSecret integration={integration} />
      )}
      <Button variant="default" onClick={() => setEditing(true)}>
        Edit
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
        Rotate secret
      </Button>
      <Confirm
        opened={confirming}
        title="Rotate the signing secret?"
        action="Rotate secret"
        onConfirm={async () => {
          setSecret((await rotateSecret(integration)).signingSecret);
          await refresh();
        }}
        onClose={() => setConfirming(false)}
      >
        For a day, requests are signed with both secrets. Replace the secret of the receiver within
        that time.
      </Confirm>
      {secret && (
        <SecretOnce
          title={`Signing secret of ${integration.name}`}
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
        <Text size="sm">
          {kindName}: {describeFilter(filter)}
        </Text>
      </Group>
      {(state === 'failing' || state === 'parked') && (
        <Alert color={state === 'parked' ? 'red' : 'orange'}>
          <Group justify="space-between">
            {state === 'parked' ? (
              <Text size="sm" component="div">
                Parked <TimeAgo at={parkedAt} />, after it had failed for a day. Events wait until
                you resume it.
              </Text>
            ) : (
              <Text size="sm" component="div">
                {failures} failed attempts since <TimeAgo at={failingSince} />. Next attempt:{' '}
                <TimeAgo at={nextAttemptAt} />. Events wait meanwhile.
              </Text>
            )}
            {mayResume && (
              <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
                {state === 'parked' ? 'Resume' : 'Try now'}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}
