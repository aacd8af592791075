import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { ApiError } from '../api.ts';
import { Disclose } from './disclose.tsx';
import { WarningIcon } from './icons.tsx';
import { pathLabel } from './path-label.ts';
import { texts } from './texts.ts';

type Props = { error: Error; onRetry?: () => void };

/** What went wrong, in one sentence or, for several mistakes, in one for each. */
export function ErrorNote({ error, onRetry }: Props) {
  const mistakes = mistakesIn(error);
  const id = error instanceof ApiError && error.status >= 500 ? error.id : undefined;
  const several = mistakes.length > 1;
  const missing = error instanceof ApiError ? error.missing : [];
  return (
    <Alert
      color="red"
      variant="light"
      icon={<WarningIcon />}
      title={several ? texts.error.several(mistakes.length) : error.message}
      role="alert"
    >
      {several && (
        <List size="sm">
          {mistakes.map(({ where, message }) => (
            <List.Item key={`${where} ${message}`}>
              {where ? `${where}: ${message}` : message}
            </List.Item>
          ))}
        </List>
      )}
      {!several && mistakes[0]?.where && (
        <Text size="sm">{texts.error.where(mistakes[0].where)}</Text>
      )}
      {id && (
        <Disclose label={texts.error.details}>
          <Text size="xs">
            {texts.error.idInLog} <Code>{id}</Code>
          </Text>
        </Disclose>
      )}
      {missing.length > 0 && (
        <Disclose label={texts.error.details}>
          {missing.map((message) => (
            <Text key={message} size="xs">
              {message}
            </Text>
          ))}
        </Disclose>
      )}
      {onRetry && (
        <Group justify="flex-end" mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.common.retry}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** The wrong values of a request; `where` only for those inside lists and objects. */
function mistakesIn(error: Error): { where: string | undefined; message: string }[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  return error.details.map(({ path = '', message }) => {
    const inside = path.replace(/^\/\w+/, '');
    return { where: inside.lastIndexOf('/') > 0 ? pathLabel(inside) : undefined, message };
  });
}
