import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import { archiveForecastQuery } from './api.ts';
import { useArchive } from './writes.ts';

type Props = {
  projectId: string;
  features: string[];
  onDone: () => void;
  onClose: () => void;
};

const few = 8;

/** Shows the consequences before archiving flags. */
export function ArchiveFlags({ projectId, features, onDone, onClose }: Props) {
  const forecast = useQuery(archiveForecastQuery({ projectId, features })).data;
  const archive = useArchive(projectId);
  const needed = forecast?.parentsWithChildFeatures ?? [];
  const going = features.filter((name) => !needed.includes(name));
  const count = going.length;
  return (
    <Confirm
      opened
      title={count === 1 ? 'Archive a flag' : `Archive ${count.toLocaleString('en')} flags`}
      action={count === 1 ? 'Archive' : `Archive ${count.toLocaleString('en')}`}
      onConfirm={async () => {
        if (count > 0) await archive(going);
        onDone();
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          SDKs no longer get {count === 1 ? 'it' : 'them'}; code that still asks gets its default.
          Archived flags can be revived.
        </Text>
        <List size="sm">
          {going.slice(0, few).map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
          {count > few && <List.Item>and {(count - few).toLocaleString('en')} more</List.Item>}
        </List>
        {needed.length > 0 && (
          <Alert color="orange">
            Left as they are, because other flags need them: {needed.join(', ')}
          </Alert>
        )}
        {forecast?.hasDeletedDependencies && (
          <Alert color="yellow">Some depend on other flags; archiving ends that.</Alert>
        )}
      </Stack>
    </Confirm>
  );
}
