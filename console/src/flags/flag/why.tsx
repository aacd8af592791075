import { Anchor, Badge, Box, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import type { EvaluatedStrategy } from '../../delivery/playground/api.ts';
import { type Context, contextText, withAppName } from '../../delivery/playground/context.ts';
import { StrategyPart } from '../../delivery/playground/explanation.tsx';
import { ContextRows } from '../../delivery/playground/form.tsx';
import { flagReason } from '../../delivery/playground/reasons.ts';
import { paths } from '../../paths.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { evaluationQuery } from './api.ts';
import { BucketRuler } from './bucket-ruler.tsx';
import { texts } from './texts.ts';

const t = texts.why;

/** Evaluates the flag for a context in every environment, with the reasons. */
export default function Why({ flag }: { flag: Flag }) {
  const [context, setContext] = useState<Context>({});
  const [submitted, setSubmitted] = useState<Context>();
  const change = (next: Context) => {
    setContext(next);
    // The results of another context would be read as those of this one.
    setSubmitted(undefined);
  };
  return (
    <Panel title={texts.overview.why} note={t.note}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(context);
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Box w="100%" maw={480}>
            <ContextRows context={context} onChange={change} />
          </Box>
          <Button type="submit" size="xs">
            {t.evaluate}
          </Button>
        </Stack>
      </form>
      {submitted && (
        <Stack component="section" aria-label={t.results} gap="sm" mt="md">
          <SimpleGrid cols={{ base: 1, sm: Math.min(2, flag.environments.length) }}>
            {flag.environments.map(({ name }) => (
              <Result key={name} flag={flag} environment={name} context={submitted} />
            ))}
          </SimpleGrid>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to={paths.playground} search={playgroundSearch(flag, submitted)} />
            )}
          >
            {t.playground}
          </Anchor>
        </Stack>
      )}
    </Panel>
  );
}

const playgroundSearch = (flag: Flag, context: Context) => ({
  environments: flag.environments.map(({ name }) => name),
  projects: [flag.project],
  context: contextText(context),
  query: flag.name,
});

type ResultProps = { flag: Flag; environment: string; context: Context };

function Result({ flag, environment, context }: ResultProps) {
  const sent = withAppName(context);
  const found = useQuery(evaluationQuery(flag, { environment, context: sent }));
  const result = found.data?.current;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t.resultIn(environment)} miw={0}>
      <Group gap="xs" mb={4}>
        <Text fw={600}>
          <EnvironmentName name={environment} />
        </Text>
        {result && (
          <Badge variant="light" color={result.isEnabled ? 'teal' : 'gray'} tt="none">
            {result.isEnabled ? ui.common.on : ui.common.off}
          </Badge>
        )}
        {result?.variant.enabled && (
          <Badge variant="default" tt="none">
            {t.variant(result.variant.name)}
          </Badge>
        )}
      </Group>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={2} />}
      {result && (
        <Stack gap="sm">
          <Text size="sm">{flagReason({ ...result, environment, context: sent })}</Text>
          {result.strategies.data.map((strategy) => (
            <Box key={strategy.id}>
              <StrategyPart strategy={strategy} />
              <Ruler strategy={strategy} />
            </Box>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

/** Nothing where the bucket is none, or another one at each evaluation. */
function Ruler({ strategy: { reason } }: { strategy: EvaluatedStrategy }) {
  const { kind, bucket, percentage = 0, stickinessValue } = reason;
  if (kind !== 'rollout' || !stickinessValue || typeof bucket !== 'number') return null;
  return (
    <Box pl="lg">
      <BucketRuler bucket={bucket} percent={percentage} />
    </Box>
  );
}
