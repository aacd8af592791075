import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PlayIcon } from '../../ui/icons.tsx';
import { JsonDiff } from '../../ui/json-diff.tsx';
import { Panel } from '../../ui/panel.tsx';
import { dryRun, type Evaluation } from '../change-requests/api.ts';
import { ConflictNote } from './conflict-note.tsx';
import { useRequestActions } from './request-actions.ts';

type Result = Awaited<ReturnType<typeof dryRun>>;

/** What applying the request would change. */
export function DryRun({ request }: { request: ChangeRequest }) {
  const { open } = useRequestActions(request);
  const run = useMutation({
    mutationFn: () => dryRun({ projectId: request.project, id: request.id }),
  });
  if (!open) return null;
  return (
    <Panel
      title="Dry run"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<PlayIcon size={14} />}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          Try it
        </Button>
      }
    >
      <Stack gap="sm" aria-live="polite">
        {run.error && <ErrorNote error={run.error} />}
        {run.data ? (
          <Outcome result={run.data} />
        ) : (
          <Text size="sm" c="dimmed">
            Applies all changes, shows the result, and rolls back.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Outcome({ result }: { result: Result }) {
  const { applicable, reason, conflicts, features, segments, evaluation } = result;
  const changed = [
    ...features.map((each) => ({ ...each, key: `flag ${each.name}`, where: each.environment })),
    ...segments.map((each) => ({ ...each, key: `segment ${each.id}`, where: 'segment' })),
  ];
  return (
    <>
      <Alert
        color={applicable ? 'teal' : 'red'}
        title={applicable ? 'It can be applied' : 'It cannot be applied now'}
        p="xs"
      >
        {reason}
        {applicable && changed.length === 0 && 'Nothing would change.'}
      </Alert>
      {conflicts.map(({ conflict, conflicts: values }) => (
        <ConflictNote key={conflict} conflict={conflict} values={values} />
      ))}
      {changed.map(({ key, name, where, differences }) => (
        <div key={key}>
          <Text size="sm" fw={600}>
            {name}{' '}
            <Text span size="sm" c="dimmed">
              {where}
            </Text>
          </Text>
          <JsonDiff before={sideOf(differences, 'before')} after={sideOf(differences, 'after')} />
        </div>
      ))}
      {evaluation && <Effects evaluation={evaluation} />}
    </>
  );
}

type Difference = Result['features'][number]['differences'][number];

/** One side of all differences, keyed by path. */
const sideOf = (differences: readonly Difference[], side: 'before' | 'after') =>
  Object.fromEntries(differences.map((each) => [each.path.slice(1), each[side]]));

type FlagResult = Evaluation['features'][number]['results'][number]['before'];

const describeResult = ({ enabled, variant }: FlagResult) => {
  if (!enabled) return 'off';
  return variant.enabled ? `on with ${variant.name}` : 'on';
};

/** Contexts for which the flags would evaluate differently. */
function Effects({ evaluation }: { evaluation: Evaluation }) {
  const { contexts, features, leftOut } = evaluation;
  return (
    <div>
      <Text size="sm" fw={600}>
        {features.length === 0
          ? `The result changes for none of ${contexts.length} contexts`
          : 'Contexts with a different result'}
      </Text>
      {features.map(({ name, environment, results }) => (
        <div key={`${name} ${environment}`}>
          <Text size="sm" mt="xs">
            <b>{name}</b> in {environment}: {results.length} of {contexts.length} contexts
          </Text>
          <List size="sm" withPadding>
            {results.slice(0, 10).map(({ context, before, after }) => (
              <List.Item key={context}>
                <Code style={{ overflowWrap: 'anywhere' }}>
                  {JSON.stringify(contexts[context])}
                </Code>{' '}
                from <b>{describeResult(before)}</b> to <b>{describeResult(after)}</b>
              </List.Item>
            ))}
          </List>
        </div>
      ))}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {leftOut} more flags were not evaluated.
        </Text>
      )}
    </div>
  );
}
