import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { meQuery } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.ts';
import { dismissTour, type TourProgress, tourProgressQuery } from './api.ts';
import { Step } from './onboarding.tsx';

const CreateFlag = lazy(() => import('../../flags/flags/create-flag.tsx'));
const ProjectForm = lazy(() => import('../../projects/projects/project-form.tsx'));
const ConnectSdk = lazy(async () => ({ default: (await import('./connect-sdk.tsx')).ConnectSdk }));

const words = texts.tour;

/** The first steps on a new server, each ticked off by what is stored. */
export default function Tour() {
  const progress = useQuery(tourProgressQuery).data;
  if (!progress) return null;
  const { flag, connected, switchedOn, invited } = progress;
  const steps = [
    { title: words.flag, done: flag !== undefined, content: <FlagStep /> },
    { title: words.connect, done: connected, content: <ConnectStep flag={flag} /> },
    { title: words.switchOn, done: switchedOn, content: <SwitchStep flag={flag} /> },
    { title: words.invite, done: invited, content: <InviteStep /> },
  ];
  const done = steps.filter((step) => step.done).length;
  const complete = done === steps.length;
  return (
    <Panel
      title={complete ? words.complete : words.title}
      note={complete ? words.completeNote : words.progress(done, steps.length)}
      actions={<Dismiss />}
    >
      <Progress
        value={(done / steps.length) * 100}
        size="sm"
        mb="lg"
        color="teal"
        aria-label={words.progress(done, steps.length)}
      />
      <Stack component="ol" m={0} p={0} gap="lg" style={{ listStyle: 'none' }}>
        {steps.map(({ title, done: isDone, content }, index) => (
          <Step key={title} number={index + 1} title={title} done={isDone}>
            {!isDone && content}
          </Step>
        ))}
      </Stack>
    </Panel>
  );
}

function Dismiss() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: dismissTour,
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
    onError: toastError,
  });
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {words.dismiss}
    </Button>
  );
}

function Explained({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {note}
      </Text>
      {children}
    </>
  );
}

function FlagStep() {
  const [flagOpened, flag] = useDisclosure(false);
  const [projectOpened, project] = useDisclosure(false);
  return (
    <Explained note={words.flagNote}>
      <Group gap="xs">
        <Button size="xs" onClick={flag.open}>
          {words.newFlag}
        </Button>
        <Button size="xs" variant="default" onClick={project.open}>
          {words.newProject}
        </Button>
      </Group>
      <Suspense>
        {flagOpened && <CreateFlag onClose={flag.close} />}
        {projectOpened && <ProjectForm onClose={project.close} />}
      </Suspense>
    </Explained>
  );
}

type WithFlag = Pick<TourProgress, 'flag'>;

function ConnectStep({ flag }: WithFlag) {
  const [opened, { open }] = useDisclosure(false);
  return (
    <Explained note={words.connectNote}>
      {!opened && (
        <Button size="xs" disabled={!flag} onClick={open}>
          {words.showCode}
        </Button>
      )}
      {opened && flag && (
        <Stack gap="sm">
          <Suspense>
            <ConnectSdk projectId={flag.project} flag={flag.name} />
          </Suspense>
          <Group gap="xs" role="status" wrap="nowrap">
            <Loader size="xs" type="dots" aria-hidden="true" />
            <Text size="sm" c="dimmed">
              {words.waiting}
            </Text>
          </Group>
        </Stack>
      )}
    </Explained>
  );
}

function SwitchStep({ flag }: WithFlag) {
  return (
    <Explained note={words.switchOnNote}>
      {flag && (
        <Button
          component={Link}
          size="xs"
          to={pathTo(paths.flag, { projectId: flag.project, featureName: flag.name })}
        >
          {words.openFlag(flag.name)}
        </Button>
      )}
    </Explained>
  );
}

function InviteStep() {
  return (
    <Explained note={words.inviteNote}>
      <Button component={Link} size="xs" variant="default" to={paths.users}>
        {words.addUsers}
      </Button>
    </Explained>
  );
}
