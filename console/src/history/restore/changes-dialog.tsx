import { Alert, Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MadeChanges } from '../../../../server/approvals/reconciliation/schema.ts';
import { isConflict } from '../../api.ts';
import { refetchFlag } from '../../flags/flag/writes.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { ChangeList } from '../comparison/change-list.tsx';
import { texts } from '../texts.tsx';

const text = texts.restore;

/** With `propose`, change requests are made also where the caller may skip them. */
export type SendOptions = { dryRun: boolean; propose: boolean };

type Props = {
  project: string;
  title: string;
  /** The label of the button. */
  action: string;
  /** The heading of the result. */
  done: string;
  /** The heading of a conflict. */
  impossible: string;
  /** Shown if nothing would change. */
  unchanged: string;
  /** Identifies the preview. */
  previewKey: readonly unknown[];
  /** Whether the input is complete. */
  ready?: boolean;
  send: (options: SendOptions) => Promise<MadeChanges>;
  children: ReactNode;
  onClose: () => void;
};

/** Shows what would change, makes the changes, and shows the result. */
export function ChangesDialog({ title, done, send, children, onClose, ...props }: Props) {
  const { project, action, impossible, unchanged, previewKey, ready = true } = props;
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (propose: boolean) => send({ dryRun: false, propose }),
    onSuccess: () => refetchFlag(client),
  });
  const result = sending.data;
  const doneTitle = result && isProposed(result) ? text.addedToRequest : done;
  const preview = usePreview({ project, previewKey, send, enabled: ready && !result });
  const planned = ready ? preview.planned : undefined;
  const error = sending.error ?? preview.error;
  return (
    <Dialog onClose={onClose} title={result ? doneTitle : title} size="lg">
      {result ? (
        <Result project={project} result={result} onClose={onClose} />
      ) : (
        <Stack>
          {children}
          {error && <Failure project={project} error={error} impossible={impossible} />}
          {ready && !planned && !preview.error && <PanelSkeleton lines={3} />}
          {planned && !sending.error && <Plan result={planned} unchanged={unchanged} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui.common.cancel}
            </Button>
            {ready && preview.maySkip && (
              <Button
                variant="outline"
                color="red"
                loading={sending.isPending && sending.variables === false}
                disabled={sending.isPending}
                onClick={() => sending.mutate(false)}
              >
                {ui.common.withoutApproval(action)}
              </Button>
            )}
            <Button
              loading={sending.isPending && sending.variables === true}
              disabled={!planned || preview.error !== null || isEmpty(planned) || sending.isPending}
              onClick={() => sending.mutate(true)}
            >
              {planned && isProposed(planned) ? ui.common.addToRequest : action}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

const isEmpty = ({ applied, changeRequests }: MadeChanges) =>
  applied.length === 0 && changeRequests.length === 0;

/** Whether change requests get all of it. */
const isProposed = ({ applied, changeRequests }: MadeChanges) =>
  applied.length === 0 && changeRequests.length > 0;

type PlanProps = { result: MadeChanges; unchanged: string };

function Plan({ result, unchanged }: PlanProps) {
  const { applied, changeRequests } = result;
  if (isEmpty(result)) return <Text size="sm">{unchanged}</Text>;
  return (
    <Stack gap="sm" role="region" aria-label={text.plan}>
      {applied.length > 0 && (
        <Part title={text.appliedAtOnce}>
          <ChangeList changes={applied} />
        </Part>
      )}
      {changeRequests.map(({ environment, changes }) => (
        <Part key={environment} title={text.toRequest(environment)}>
          <ChangeList changes={changes} />
        </Part>
      ))}
    </Stack>
  );
}

type PreviewProps = Pick<Props, 'project' | 'previewKey' | 'send'> & { enabled: boolean };

/**
 * What would change as a proposal; if a request of the caller is in the way, what they can change
 * without one.
 */
function usePreview({ project, previewKey, send, enabled }: PreviewProps) {
  const proposed = useQuery({
    queryKey: ['preview', ...previewKey],
    queryFn: () => send({ dryRun: true, propose: true }),
    enabled,
    gcTime: 0,
    staleTime: 0,
  });
  const direct = useQuery({
    queryKey: ['preview', 'direct', ...previewKey],
    queryFn: () => send({ dryRun: true, propose: false }),
    enabled: enabled && isConflict(proposed.error),
    gcTime: 0,
    staleTime: 0,
  });
  const skipped = direct.data?.changeRequests.length === 0 ? direct.data : undefined;
  const maySkip = useMaySkip(project, proposed.data);
  return {
    planned: proposed.data ?? skipped,
    error: proposed.error,
    maySkip: maySkip || skipped !== undefined,
  };
}

/** Whether all that would be proposed may be changed directly. */
function useMaySkip(project: string, planned: MadeChanges | undefined): boolean {
  const { may } = useMay();
  const requests = planned?.changeRequests ?? [];
  return (
    requests.length > 0 &&
    requests.every(({ environment }) => may('SKIP_CHANGE_REQUEST', project, environment))
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Box pl="sm" style={{ borderLeft: '3px solid var(--mantine-color-indigo-6)' }}>
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
      {children}
    </Box>
  );
}

type ResultProps = { project: string; result: MadeChanges; onClose: () => void };

function Result({ project, result: { applied, changeRequests }, onClose }: ResultProps) {
  return (
    <Stack>
      {applied.length > 0 && (
        <Part title={text.applied}>
          <ChangeList changes={applied} />
        </Part>
      )}
      {changeRequests.map(({ id, environment, changes }) => (
        <Part
          key={environment}
          title={text.addedTo(<RequestLink project={project} id={id} />, environment)}
        >
          <ChangeList changes={changes} />
        </Part>
      ))}
      <Group justify="flex-end">
        <Button leftSection={<CheckIcon size={16} />} onClick={onClose}>
          {text.done}
        </Button>
      </Group>
    </Stack>
  );
}

type FailureProps = { project: string; error: Error; impossible: string };

/** A conflict is no failure of the server: it is shown as a sentence. */
function Failure({ project, error, impossible }: FailureProps) {
  if (!isConflict(error)) return <ErrorNote error={error} />;
  const [, id, name] =
    /^Change request (\d+) already changes (.*), and its/.exec(error.message) ?? [];
  if (id !== undefined && name !== undefined) {
    return (
      <Alert color="yellow" icon={<WarningIcon />} title={text.notProposed} role="alert">
        {text.inConflict(<RequestLink project={project} id={Number(id)} />, name)}
      </Alert>
    );
  }
  return (
    <Alert color="yellow" icon={<WarningIcon />} title={impossible} role="alert">
      {conflictText(error.message)}
    </Alert>
  );
}

type RequestLinkProps = { project: string; id: number | null };

const RequestLink = ({ project, id }: RequestLinkProps) => (
  <Anchor
    component={Link}
    to={pathTo(paths.changeRequest, { projectId: project, id: id ?? '' })}
    inherit
  >
    {text.request(id)}
  </Anchor>
);

/** Without the event, which the dialog is about. */
function conflictText(message: string): string {
  const reason = message.replace(
    /^(Event \d+ cannot be undone|The version of event \d+ cannot be restored): /,
    '',
  );
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
