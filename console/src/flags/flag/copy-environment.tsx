import { Alert, Text } from '@mantine/core';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ChangesDialog } from '../../history/restore/changes-dialog.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { copyEnvironment } from './api.ts';
import { texts } from './texts.ts';

const t = texts.copyTo;

type Props = { flag: Flag; from: string; to: string; onClose: () => void };

/** Copies strategies and variants to another environment, or into the draft for it. */
export default function CopyEnvironment({ flag, from, to, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name, environment: from };
  const target = flag.environments.find(({ name }) => name === to);
  return (
    <ChangesDialog
      project={flag.project}
      title={t.title(from, to)}
      action={t.action(to)}
      done={t.done}
      impossible={t.impossible}
      unchanged={t.unchanged}
      previewKey={['copy', key, to]}
      send={(options) => copyEnvironment(key, { to, ...options })}
      onClose={onClose}
    >
      <Text size="sm">{t.note(from, to)}</Text>
      {target?.type === 'production' && target.enabled && (
        <Alert color="orange" icon={<WarningIcon />} p="xs">
          {t.production(to)}
        </Alert>
      )}
    </ChangesDialog>
  );
}
