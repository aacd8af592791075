import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Highlighted } from '../../ui/highlighted.tsx';
import { markdownSpans, type Span } from '../../ui/markdown.ts';

type Props = { text: string | null; texts?: readonly string[] | undefined };

/** The summary with links; names in it are never rendered as markup. */
export function Summary({ text, texts }: Props) {
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {markdownSpans(text ?? 'No summary').map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a summary never change.
        <SpanText key={index} span={span} texts={texts} />
      ))}
    </Text>
  );
}

function SpanText({
  span: { text, bold, href },
  texts,
}: {
  span: Span;
  texts?: readonly string[] | undefined;
}) {
  const content = <Highlighted text={text} texts={texts} />;
  if (href === undefined) return bold ? <b>{content}</b> : content;
  return (
    <Anchor component={Link} to={localPath(href)} inherit fw={bold ? 600 : 400}>
      {content}
    </Anchor>
  );
}

/** Summaries link to the peer's paths; pages of flags have another path here. */
export const localPath = (href: string) =>
  href.replace(/^(\/projects\/[^/]+)\/features\//, '$1/flags/');
