import { Anchor, Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Panel } from '../../ui/panel.tsx';
import { languages, snippetOf } from '../../usage/dashboard/snippets.ts';
import { texts } from './texts.ts';

const t = texts.code;

/** Code that evaluates the flag, in the language that was chosen last. */
export default function UseInCode({ flag }: { flag: Flag }) {
  const [chosen, setChosen] = useLocalStorage({
    key: 'pennon-code-language',
    defaultValue: 'node',
  });
  const language = languages.find(({ id }) => id === chosen)?.id ?? 'node';
  const url = new URL('api/', document.baseURI).href;
  const fields = fieldsOf(flag);
  const snippet = snippetOf[language]?.({
    url,
    token: `<${t.token}>`,
    flag: flag.name,
    app: 'my-app',
    variants: hasVariants(flag),
    fields,
  });
  return (
    <Panel
      title={texts.overview.useInCode}
      actions={
        <Anchor
          component={Link}
          size="sm"
          to={pathTo(paths.projectTokens, { projectId: flag.project })}
        >
          {t.tokens}
        </Anchor>
      }
    >
      <Stack gap="sm">
        <Box style={{ overflowX: 'auto' }}>
          <SegmentedControl
            size="xs"
            aria-label={t.language}
            value={language}
            onChange={setChosen}
            data={languages.map(({ id, label }) => ({ value: id, label }))}
          />
        </Box>
        {snippet && (
          <>
            <CodeBlock text={snippet.install} label={t.copyInstall} />
            <CodeBlock text={snippet.code} label={t.copyCode} />
            {fields.length > 0 && <Text size="sm">{t.context(fields.join(', '))}</Text>}
          </>
        )}
      </Stack>
    </Panel>
  );
}

/** The context fields that its constraints compare and its rollouts are sticky on. */
function fieldsOf({ environments }: Flag): string[] {
  const fields = environments
    .flatMap(({ strategies }) => strategies)
    .flatMap(({ constraints, parameters }) => [
      ...constraints.map(({ contextName }) => contextName),
      ...(fieldsOfStickiness[parameters.stickiness ?? ''] ?? [parameters.stickiness ?? '']),
    ]);
  return [...new Set(fields)].filter((name) => name && !setBySdks.includes(name)).sort();
}

const setBySdks = ['appName', 'currentTime', 'environment'];

const fieldsOfStickiness: Record<string, string[]> = {
  default: ['userId'],
  random: [],
};

const hasVariants = ({ environments }: Flag) =>
  environments.some(
    ({ variants, strategies }) =>
      variants.length > 0 || strategies.some((strategy) => strategy.variants.length > 0),
  );
