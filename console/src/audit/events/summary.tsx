import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { markdownSpans, type Span } from '../../ui/markdown.ts';
import { Marked } from '../../ui/marked.tsx';

type Props = { text: string | null; query?: string | undefined };

/** The summary with links; names in it are never rendered as markup. */
export function Summary({ text, query }: Props) {
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {markdownSpans(text ?? 'Something happened that has no words.').map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a summary never change.
        <Stretch key={index} span={span} query={query} />
      ))}
    </Text>
  );
}

function Stretch({
  span: { text, bold, href },
  query,
}: {
  span: Span;
  query?: string | undefined;
}) {
  const marked = <Marked text={text} query={query} />;
  if (href === undefined) return bold ? <b>{marked}</b> : marked;
  return (
    <Anchor component={Link} to={pageOf(href)} inherit fw={bold ? 600 : 400}>
      {marked}
    </Anchor>
  );
}

/** Summaries link to the peer's paths; pages of flags have another path here. */
export const pageOf = (href: string) =>
  href.replace(/^(\/projects\/[^/]+)\/features\//, '$1/flags/');
