import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import { archiveImpactQuery } from './api.ts';
import { useArchive } from './writes.ts';

type Props = {
  projectId: string;
  features: string[];
  onDone: () => void;
  onClose: () => void;
};

const shownMax = 8;

/** Shows the consequences before archiving flags. */
export function ArchiveFlags({ projectId, features, onDone, onClose }: Props) {
  const impact = useQuery(archiveImpactQuery({ projectId, features })).data;
  const archive = useArchive(projectId);
  const blocked = impact?.parentsWithChildFeatures ?? [];
  const archivable = features.filter((name) => !blocked.includes(name));
  const count = archivable.length;
  return (
    <Confirm
      opened
      title={count === 1 ? 'Archive a flag' : `Archive ${count.toLocaleString('en')} flags`}
      action={count === 1 ? 'Archive' : `Archive ${count.toLocaleString('en')}`}
      onConfirm={async () => {
        if (count > 0) await archive(archivable);
        onDone();
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          SDKs no longer get {count === 1 ? 'it' : 'them'}, and code that evaluates{' '}
          {count === 1 ? 'it' : 'them'} gets its default. Archived flags can be revived.
        </Text>
        <List size="sm">
          {archivable.slice(0, shownMax).map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
          {count > shownMax && (
            <List.Item>and {(count - shownMax).toLocaleString('en')} more</List.Item>
          )}
        </List>
        {blocked.length > 0 && (
          <Alert color="orange">
            Not archived, because other flags depend on them: {blocked.join(', ')}
          </Alert>
        )}
        {impact?.hasDeletedDependencies && (
          <Alert color="yellow">Archiving a flag removes its dependency on another flag.</Alert>
        )}
      </Stack>
    </Confirm>
  );
}
