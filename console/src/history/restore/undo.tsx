import { Text } from '@mantine/core';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';
import { undoEvent } from './api.ts';
import { ChangesDialog } from './changes-dialog.tsx';

const text = texts.restore.undo;

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
      title={text.title}
      action={text.action}
      done={text.done}
      impossible={text.impossible}
      unchanged={text.unchanged}
      previewKey={['undo', key]}
      send={(options) => undoEvent(key, options)}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text.change(<b>{headline}</b>, <TimeAgo at={createdAt} />)}
      </Text>
    </ChangesDialog>
  );
}
