import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Highlighted } from '../../ui/highlighted.tsx';
import { type ShownSpan, withProjects } from './names-in-summary.ts';

export type SpansProps = {
  spans: readonly ShownSpan[];
  texts: readonly string[] | undefined;
  projectName: (id: string) => string | undefined;
  /** Takes its space, so that no ids are seen before the names are known. */
  hidden: boolean;
};

/** Names are never rendered as markup. */
export function Spans({ spans, texts, projectName, hidden }: SpansProps) {
  const visibility = hidden ? 'hidden' : undefined;
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere', visibility }}>
      {withProjects(spans, projectName).map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a summary never change.
        <SpanText key={index} span={span} texts={texts} />
      ))}
    </Text>
  );
}

type SpanProps = { span: ShownSpan; texts: readonly string[] | undefined };

function SpanText({ span: { text, bold, href, title }, texts }: SpanProps) {
  const content = <Highlighted text={text} texts={texts} />;
  if (href === undefined) return bold ? <b title={title}>{content}</b> : content;
  return (
    <Anchor component={Link} to={localPath(href)} inherit fw={bold ? 600 : 400} title={title}>
      {content}
    </Anchor>
  );
}

/** Summaries link to the peer's paths; pages of flags have another path here. */
export const localPath = (href: string) =>
  href.replace(/^(\/projects\/[^/]+)\/features\//, '$1/flags/');
