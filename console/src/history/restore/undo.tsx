import { Text } from '@mantine/core';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { undoEvent } from './api.ts';
import { ChangesDialog } from './changes-dialog.tsx';

type Props = {
  flag: Flag;
  version: { eventId: number; createdAt: string };
  /** The change in a sentence. */
  headline: string;
  onClose: () => void;
};

/** Confirms that one change is undone; later changes stay. */
export default function Undo({ flag, version, headline, onClose }: Props) {
  const { eventId, createdAt } = version;
  const key = { projectId: flag.project, featureName: flag.name, eventId };
  return (
    <ChangesDialog
      project={flag.project}
      title="Undo this change?"
      action="Undo change"
      done="The change was undone"
      impossible="This change cannot be undone"
      unchanged="Nothing to undo: the flag is already as it was before this change."
      previewKey={['undo', key]}
      send={(dryRun) => undoEvent(key, { dryRun })}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>{headline}</b>, <TimeAgo at={createdAt} />. Later changes are not affected.
      </Text>
    </ChangesDialog>
  );
}
