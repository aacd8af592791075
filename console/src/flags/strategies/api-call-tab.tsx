import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { changeRequestConfigQuery } from '../flags/api.ts';
import { texts } from '../texts.ts';
import { savingRequest, type Target } from './api.ts';
import { curlOf } from './curl.ts';

const t = texts.strategies.code;

/** The change of the editor as a request. */
export function ApiCallTab({ target, strategy }: { target: Target; strategy: NewStrategy }) {
  const { project, environment } = target;
  const settings = useQuery(changeRequestConfigQuery(project)).data ?? [];
  const proposed = settings.some(
    (each) => each.environment === environment && each.changeRequestEnabled,
  );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {noteOf(target, proposed)} {t.variables}
      </Text>
      <CodeBlock text={curlOf(savingRequest(target, strategy, proposed))} label={t.copyCommand} />
    </Stack>
  );
}

function noteOf({ environment, change }: Target, proposed: boolean): string {
  if (change) return t.editedNote;
  return proposed ? t.proposedNote(environment) : t.apiCallNote;
}
