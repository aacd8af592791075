import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CodeBlock } from '../../ui/code-block.tsx';
import { changeRequestConfigQuery } from '../flags/api.ts';
import { type Edited, savingRequest, type Target } from './api.ts';
import { curlOf } from './curl.ts';
import { texts } from './texts.ts';

const t = texts.code;

/** The change of the editor as a request. */
export function ApiCallTab({ target, edited }: { target: Target; edited: Edited }) {
  const { project, environment } = target;
  const settings = useQuery(changeRequestConfigQuery(project)).data ?? [];
  const proposed = settings.some(
    (each) => each.environment === environment && each.changeRequestEnabled,
  );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {noteOf(target, edited, proposed)} {t.variables}
      </Text>
      <CodeBlock text={curlOf(savingRequest(target, edited, proposed))} label={t.copyCommand} />
    </Stack>
  );
}

function noteOf({ environment, change }: Target, edited: Edited, proposed: boolean): string {
  if (change) return t.editedNote;
  if (proposed) return t.proposedNote(environment);
  return 'variants' in edited ? t.variantsCallNote : t.apiCallNote;
}
