import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { flagQuery } from '../../flags/flag/api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PlayIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { dryRun, type Evaluation } from '../change-requests/api.ts';
import { texts } from '../texts.tsx';
import { ConflictNote } from './conflict-note.tsx';
import { DryRunChanges } from './dry-run-changes.tsx';
import { useRequestActions } from './request-actions.ts';

const text = texts.changeRequest.dryRun;

type Result = Awaited<ReturnType<typeof dryRun>>;

/** What applying the request would change; has to be mounted again for other changes. */
export function DryRun({ request }: { request: ChangeRequest }) {
  const { open } = useRequestActions(request);
  const run = useMutation({
    mutationFn: () => dryRun({ projectId: request.project, id: request.id }),
  });
  if (!open) return null;
  return (
    <Panel
      title={text.title}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<PlayIcon size={14} />}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {text.run}
        </Button>
      }
    >
      <Stack gap="sm" aria-live="polite">
        {run.error && <ErrorNote error={run.error} />}
        {run.data ? (
          <Outcome request={request} result={run.data} />
        ) : (
          <Text size="sm" c="dimmed">
            {text.note}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

type OutcomeProps = { request: ChangeRequest; result: Result };

function Outcome({ request, result }: OutcomeProps) {
  const { applicable, reason, conflicts, features, segments, evaluation } = result;
  const changed = [
    ...features.map((each) => ({ ...each, key: `flag:${each.name}`, where: each.environment })),
    ...segments.map((each) => ({ ...each, key: `segment:${each.id}`, where: text.segment })),
  ];
  return (
    <>
      <Alert
        color={applicable ? 'teal' : 'red'}
        title={applicable ? text.possible : text.impossible}
        p="xs"
      >
        {reason}
        {applicable && changed.length === 0 && text.nothing}
      </Alert>
      {conflicts.map((problem) => (
        <ConflictNote key={problem.conflict} problem={problem} />
      ))}
      {changed.map(({ key, name, where, differences }) => (
        <div key={key}>
          <Text size="sm" fw={600}>
            {name}{' '}
            <Text span size="sm" c="dimmed">
              {where}
            </Text>
          </Text>
          <DryRunChanges differences={differences} />
        </div>
      ))}
      {evaluation?.features.length === 0 && (
        <SameResults request={request} result={result} contexts={evaluation.contexts.length} />
      )}
      {evaluation && <Effects evaluation={evaluation} />}
    </>
  );
}

type FlagResult = Evaluation['features'][number]['results'][number]['before'];

const describeResult = ({ enabled, variant }: FlagResult) => {
  if (!enabled) return text.off;
  return variant.enabled ? text.onWith(variant.name) : text.on;
};

const shownMax = 10;

/** For all contexts: because the flags stay off, or as far as the sample shows. */
function SameResults({ request, result, contexts }: OutcomeProps & { contexts: number }) {
  const { project, environment } = request;
  const { features, segments } = result;
  const flags = useQueries({
    queries: features.map(({ name }) => flagQuery({ projectId: project, featureName: name })),
  });
  const stayOff = features.every(({ differences }, index) => {
    const current = flags[index]?.data?.environments.find(({ name }) => name === environment);
    return current?.enabled === false && differences.every(leavesSwitches);
  });
  if (stayOff && features.length > 0 && segments.length === 0) {
    return (
      <Text size="sm" fw={600}>
        {text.sameBecauseOff(features.length, environment)}
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {text.sameForSample(contexts)}
      </Text>
      <Text size="sm" c="dimmed">
        {text.sampleNote}
      </Text>
    </div>
  );
}

/** Neither the switch of the environment nor what takes effect in all of them. */
const leavesSwitches = ({ path }: { path: string }) => /^\/(strategies|variants)\b/.test(path);

/** Contexts for which the flags would evaluate differently. */
function Effects({ evaluation }: { evaluation: Evaluation }) {
  const { contexts, features, leftOut } = evaluation;
  return (
    <div>
      {features.length > 0 && (
        <Text size="sm" fw={600}>
          {text.different}
        </Text>
      )}
      {features.map(({ name, environment, results }) => (
        <div key={`${name} ${environment}`}>
          <Text size="sm" mt="xs">
            {text.contexts(<b>{name}</b>, environment, results.length, contexts.length)}
          </Text>
          <List size="sm" withPadding>
            {results.slice(0, shownMax).map(({ context, before, after }) => (
              <List.Item key={context}>
                {text.fromTo(
                  <Code style={{ overflowWrap: 'anywhere' }}>
                    {JSON.stringify(contexts[context])}
                  </Code>,
                  <b>{describeResult(before)}</b>,
                  <b>{describeResult(after)}</b>,
                )}
              </List.Item>
            ))}
          </List>
          {results.length > shownMax && (
            <Text size="sm" c="dimmed">
              {text.moreContexts(results.length - shownMax)}
            </Text>
          )}
        </div>
      ))}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {text.leftOut(leftOut)}
        </Text>
      )}
    </div>
  );
}
