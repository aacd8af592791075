import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { ApiError } from '../api.ts';
import { WarningIcon } from './icons.tsx';

type Props = { error: Error; onRetry?: () => void };

/** An error with its details and the id that identifies it in the server's log. */
export function ErrorNote({ error, onRetry }: Props) {
  const { details, id } = error instanceof ApiError ? error : { details: [], id: undefined };
  const more = details
    .map(({ path, message }) => [path, message === error.message ? undefined : message])
    .map((parts) => parts.filter((part) => part !== undefined).join(': '))
    .filter((line) => line !== '');
  return (
    <Alert color="red" variant="light" icon={<WarningIcon />} title={error.message} role="alert">
      {more.length > 0 && (
        <List size="sm">
          {more.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      <Group justify="space-between" mt="xs">
        {id ? (
          <Text size="xs">
            Error <Code>{id}</Code>
          </Text>
        ) : (
          <span />
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
