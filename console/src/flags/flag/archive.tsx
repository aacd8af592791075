import { Box, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toasts.tsx';
import { texts as bulkTexts } from '../bulk/texts.ts';
import { useProduction } from '../bulk/use-bulk.ts';
import { Warnings } from '../bulk/warnings.tsx';
import { archiveWarnings } from '../bulk/words.ts';
import { switchFlag } from '../flags/api.ts';
import { applyChange, reviveFlag } from './api.ts';
import { CodeWarning } from './code-references.tsx';
import { texts } from './texts.ts';
import { refetchFlag, useChange } from './writes.ts';

const t = texts.archive;

type Props = { flag: Flag; onClose: () => void };

export default function Archive({ flag, onClose }: Props) {
  const client = useQueryClient();
  const key = { projectId: flag.project, featureName: flag.name };
  const { change, protectedIn, labels } = useChange(key);
  const production = useProduction();
  const dependencyType = flag.dependencies.length > 0 ? 'child' : null;
  const wanted = { action: 'archiveFeature', payload: {} } as const;
  const archive = async () => {
    if (protectedIn !== undefined) return change(wanted, { done: '' });
    await applyChange(key, '', wanted);
    await refetchFlag(client);
    toast(t.archived(flag.name), undo, { lost: bulkTexts.lifecycleRestarted });
    return undefined;
  };
  const undo = async () => {
    await reviveFlag(flag.name);
    for (const { name: environment, enabled } of flag.environments) {
      if (enabled) await switchFlag({ ...key, environment, enabled });
    }
    await refetchFlag(client);
  };
  return (
    <Confirm
      opened
      title={t.title(flag.name)}
      action={labels(t.action).action}
      destructive={protectedIn === undefined}
      onConfirm={archive}
      onClose={onClose}
    >
      {t.note}
      <Box mt="xs">
        <Warnings texts={archiveWarnings({ flags: [{ ...flag, dependencyType }], production })} />
      </Box>
      {flag.children.length > 0 && <Text mt="xs">{t.children(flag.children.join(', '))}</Text>}
      <CodeWarning flag={flag} />
      {protectedIn !== undefined && <Text mt="xs">{t.protected(protectedIn)}</Text>}
    </Confirm>
  );
}
