import { Alert, Anchor, Button, Code, Group, List, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ApiError, isSignedOut } from '../api.ts';
import { Disclose } from './disclose.tsx';
import { WarningIcon } from './icons.tsx';
import { texts } from './texts.ts';

const Place = lazy(() => import('./place.tsx'));

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
      title={several ? titleOf(mistakes) : error.message}
      role="alert"
    >
      <Mistakes mistakes={mistakes} />
      {isSignedOut(error) && (
        // The start page, which leads to the sign-in page.
        <Anchor href="." target="_blank" size="sm">
          {texts.error.signIn}
        </Anchor>
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
      {onRetry && !(error instanceof ApiError && error.status === 404) && (
        <Group justify="flex-end" mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.common.retry}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

type Mistake = { path: string; where: string | undefined; message: string };

const titleOf = (mistakes: readonly Mistake[]) =>
  new Set(mistakes.map(({ path }) => path)).size === 1
    ? texts.error.oneValue
    : texts.error.several(mistakes.length);

/** One has its message in the title. */
function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const [{ where } = { where: undefined }] = mistakes;
  if (mistakes.length > 1) {
    return (
      <List size="sm">
        {mistakes.map((each) => (
          <List.Item key={`${each.where} ${each.message}`}>
            {each.where ? (
              <Suspense fallback={each.message}>
                <Place pointer={each.where} message={each.message} />
              </Suspense>
            ) : (
              each.message
            )}
          </List.Item>
        ))}
      </List>
    );
  }
  return where ? (
    <Text size="sm">
      <Suspense>
        <Place pointer={where} />
      </Suspense>
    </Text>
  ) : null;
}

/** The wrong values of a request; `where`, a JSON Pointer, only for those inside lists and objects. */
function mistakesIn(error: Error): Mistake[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  return error.details.map(({ path = '', message }) => {
    const inside = path.replace(/^\/\w+/, '');
    return { path, where: inside.lastIndexOf('/') > 0 ? inside : undefined, message };
  });
}
