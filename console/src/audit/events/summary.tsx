import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { markdownSpans, type Span } from '../../ui/markdown.ts';
import { Marked } from '../../ui/marked.tsx';

type Props = { text: string | null; query?: string | undefined };

/** What happened, as a sentence with links; never as markup of whoever named the things in it. */
export function Summary({ text, query }: Props) {
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {markdownSpans(text ?? 'Something happened that has no words.').map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes.
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

/** Summaries lead where the peer has its pages; flags have another address here. */
export const pageOf = (href: string) =>
  href.replace(/^(\/projects\/[^/]+)\/features\//, '$1/flags/');
