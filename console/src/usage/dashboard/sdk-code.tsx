import { Box, SegmentedControl } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
import { texts } from '../texts.ts';
import { type Language, snippetOf } from './snippets.ts';

const text = texts.dashboard.connect;

type SelectProps = {
  value: string;
  data: readonly Language[];
  onChange: (id: string) => void;
};

export const LanguageSelect = ({ value, data, onChange }: SelectProps) => (
  <Box style={{ overflowX: 'auto' }}>
    <SegmentedControl
      size="xs"
      value={value}
      onChange={onChange}
      aria-label={text.language}
      data={data.map(({ id, label }) => ({ value: id, label }))}
    />
  </Box>
);

type SnippetProps = { languageId: string; token: string; flag: string; app?: string };

/** Installs an SDK and evaluates a flag. */
export function Snippet({ languageId, token, flag, app = 'my-app' }: SnippetProps) {
  const url = new URL('api/', document.baseURI).href;
  const snippet = snippetOf[languageId]?.({ url, token, flag, app, variants: false });
  if (!snippet) return null;
  return (
    <>
      <CodeBlock text={snippet.install} label={text.copyCommand} />
      <CodeBlock text={snippet.code} label={text.copyCode} />
    </>
  );
}
