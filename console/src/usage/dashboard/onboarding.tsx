import { Alert, Button, Group, Loader, Stack, Text, ThemeIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from '../texts.ts';
import type { ProjectDashboard } from './api.ts';
import { ConnectSdk } from './connect-sdk.tsx';

const text = texts.dashboard.onboarding;

const CreateFlag = lazy(() => import('../../flags/flags/create-flag.tsx'));

type Props = {
  projectId: string;
  status: ProjectDashboard['onboardingStatus'];
  /** Number of flags in the project. */
  flags: number;
};

/** Projects with more flags see the steps only on request. */
const openFlagsMax = 3;

/** The steps from an empty project to the first connected SDK. */
export default function Onboarding({ projectId, status, flags }: Props) {
  const [shown, show] = useDisclosure(flags <= openFlagsMax);
  if (status.status === 'onboarded') {
    return (
      <Alert color="teal" icon={<CheckIcon />} title={text.connectedTitle(projectId)} role="status">
        {text.connected}
      </Alert>
    );
  }
  if (!shown) {
    return (
      <Alert title={text.unconnectedTitle}>
        <Group justify="space-between">
          <Text size="sm">{text.unconnected(projectId)}</Text>
          <Button size="xs" variant="default" onClick={show.open}>
            {text.connect}
          </Button>
        </Group>
      </Alert>
    );
  }
  const hasFlag = status.status !== 'onboarding-started';
  return (
    <Panel title={text.title} note={text.note}>
      <Stack component="ol" m={0} p={0} gap="lg" style={{ listStyle: 'none' }}>
        <Step number={1} title={text.create} done={hasFlag}>
          {!hasFlag && <FirstFlag projectId={projectId} />}
        </Step>
        <Step number={2} title={text.connect} done={false}>
          <ConnectSdk
            projectId={projectId}
            flag={'feature' in status ? status.feature : 'my-first-flag'}
          />
        </Step>
        <Step number={3} title={text.arrive} done={false}>
          <Group gap="xs" role="status" wrap="nowrap">
            <Loader size="xs" type="dots" aria-hidden="true" />
            <Text size="sm" c="dimmed">
              {text.waiting(projectId)}
            </Text>
          </Group>
        </Step>
      </Stack>
    </Panel>
  );
}

function FirstFlag({ projectId }: { projectId: string }) {
  const { may } = useMay();
  const [creating, create] = useDisclosure(false);
  if (!may('CREATE_FEATURE', projectId)) {
    return (
      <Text size="sm" c="dimmed">
        {text.needsRole}
      </Text>
    );
  }
  return (
    <>
      <Button size="xs" onClick={create.open}>
        {text.createFirst}
      </Button>
      {creating && (
        <Suspense>
          <CreateFlag project={projectId} onClose={create.close} />
        </Suspense>
      )}
    </>
  );
}

type StepProps = { number: number; title: string; done: boolean; children: ReactNode };

/** One step of a list, ticked off when it is done. */
export function Step({ number, title, done, children }: StepProps) {
  return (
    <Group component="li" align="flex-start" wrap="nowrap" gap="sm">
      <ThemeIcon radius="xl" size={26} variant={done ? 'filled' : 'light'} color="teal">
        {done ? <CheckIcon size={15} /> : <span aria-hidden="true">{number}</span>}
      </ThemeIcon>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text fw={600} mb={children ? 6 : 0} {...(done ? { c: 'dimmed' } : {})}>
          {done ? text.done(title) : title}
        </Text>
        {children}
      </div>
    </Group>
  );
}
