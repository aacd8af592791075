import { Alert, Anchor, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type {
  Change,
  FlagChanges,
  SegmentChange,
} from '../../../../server/approvals/change-requests/schema.ts';
import type { ShownStrategy } from '../../flags/strategies/strategy-view.tsx';
import { paths, pathTo } from '../../paths.ts';
import { EnvironmentBadge } from '../../ui/environment.tsx';
import type { ShownRequest } from '../change-requests/api.ts';
import { texts } from '../texts.tsx';
import { ChangeActions, conflictHint } from './change-actions.tsx';
import { ChangeBody, Side } from './change-body.tsx';
import { changeSentence } from './change-sentence.ts';
import { ConflictNote } from './conflict-note.tsx';
import { useRequestActions } from './request-actions.ts';

const text = texts.changeRequest;

type GroupProps = { request: ShownRequest; group: FlagChanges };

export function FlagGroup({ request, group }: GroupProps) {
  const { name, changes, conflict, defaultChange } = group;
  const to = pathTo(paths.flag, { projectId: request.project, featureName: name });
  return (
    <Paper component="section" withBorder p="md" aria-label={name}>
      <Group gap={8} mb="sm">
        <Title order={2} size="h5">
          <Anchor component={Link} to={to} inherit style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Anchor>
        </Title>
        <EnvironmentBadge name={request.environment} />
      </Group>
      <Stack gap="sm">
        {conflict && <ConflictNote problem={group} />}
        {changes.map((change) => (
          <ChangeView key={change.id} request={request} change={change} flag={name} />
        ))}
        {defaultChange && <DefaultChange {...defaultChange} />}
      </Stack>
    </Paper>
  );
}

/** What the server does as well when the request is applied. */
function DefaultChange({ action, payload }: NonNullable<FlagChanges['defaultChange']>) {
  const adds = action === 'addStrategy';
  return (
    <Alert color="blue" p="xs">
      <Text size="sm">{adds ? text.addsDefaultStrategy : text.switchesOff}</Text>
      {adds && <Side side="after" strategy={payload as ShownStrategy} />}
    </Alert>
  );
}

export function SegmentGroup({
  request,
  change,
}: {
  request: ShownRequest;
  change: SegmentChange;
}) {
  return (
    <Paper component="section" withBorder p="md" aria-label={change.name}>
      <Title order={2} size="h5" mb="sm">
        {text.segment(change.name)}
      </Title>
      <ChangeView request={request} change={change} flag={undefined} />
    </Paper>
  );
}

type ChangeProps = { request: ShownRequest; change: Change; flag: string | undefined };

function ChangeView({ request, change, flag }: ChangeProps) {
  const { mayEdit } = useRequestActions(request);
  const sentence = changeSentence(change);
  return (
    <Box
      pl="sm"
      style={{
        borderLeft: `3px solid var(--mantine-color-${change.conflict ? 'red' : 'indigo'}-6)`,
      }}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Text size="sm" fw={600}>
          {sentence}
        </Text>
        {mayEdit && (
          <ChangeActions request={request} change={change} flag={flag} sentence={sentence} />
        )}
      </Group>
      <ChangeBody request={request} change={change} flag={flag} />
      {change.conflict && (
        <ConflictNote problem={change} hint={mayEdit ? conflictHint(change) : undefined} />
      )}
    </Box>
  );
}
