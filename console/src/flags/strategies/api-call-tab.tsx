import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import { changeRequestConfigQuery } from '../flags/api.ts';
import { texts } from '../texts.ts';
import { savingRequest, type Target } from './api.ts';
import { CodeBlock } from './code-block.tsx';
import { curlOf } from './curl.ts';

const t = texts.strategies.code;

/** The change of the editor as a request. */
export function ApiCallTab({ target, strategy }: { target: Target; strategy: NewStrategy }) {
  const { project, environment, change } = target;
  const settings = useQuery(changeRequestConfigQuery(project)).data ?? [];
  const proposed = settings.some(
    (each) => each.environment === environment && each.changeRequestEnabled,
  );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {change ? t.editedNote : t.apiCallNote}
        {proposed && !change && ` ${t.proposedNote(environment)}`}
      </Text>
      <CodeBlock text={curlOf(savingRequest(target, strategy, proposed))} label={t.copyCommand} />
    </Stack>
  );
}
