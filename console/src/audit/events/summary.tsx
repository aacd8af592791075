import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Highlighted } from '../../ui/highlighted.tsx';
import { markdownSpans } from '../../ui/markdown.ts';
import { texts as audit } from '../texts.ts';
import type { LoggedEvent } from './api.ts';
import { useCreatorNames } from './creator.ts';
import { type ShownSpan, withPeople } from './people-in-summary.ts';

type Creator = Pick<LoggedEvent, 'createdBy' | 'createdByUserId'> &
  Partial<Pick<LoggedEvent, 'type' | 'data' | 'preData'>>;

type Props = {
  text: string | null;
  /** Whom the summary begins with: shown by name. */
  by?: Creator | undefined;
  texts?: readonly string[] | undefined;
};

/** The summary with links; names in it are never rendered as markup. */
export function Summary({ text, by, texts }: Props) {
  const creator = by?.createdByUserId;
  const nameOf = useCreatorNames((creator ?? 0) > 0);
  const spans = withPeople(markdownSpans(text ?? audit.events.noSummary), by ?? {}, nameOf);
  return (
    // Texts of the server are in English.
    <Text
      span
      size="sm"
      lang={text === null ? undefined : 'en'}
      style={{ overflowWrap: 'anywhere' }}
    >
      {withName(spans, by, nameOf(creator)).map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a summary never change.
        <SpanText key={index} span={span} texts={texts} />
      ))}
    </Text>
  );
}

function withName(
  spans: ShownSpan[],
  by: Creator | undefined,
  name: string | undefined,
): ShownSpan[] {
  const [first, ...others] = spans;
  if (!first?.bold || name === undefined || first.text !== by?.createdBy) return spans;
  return [{ ...first, text: name, title: first.text }, ...others];
}

type SpanProps = { span: ShownSpan; texts?: readonly string[] | undefined };

function SpanText({ span: { text, bold, href, title }, texts }: SpanProps) {
  const content = <Highlighted text={text} texts={texts} />;
  if (href === undefined) return bold ? <b title={title}>{content}</b> : content;
  return (
    <Anchor component={Link} to={localPath(href)} inherit fw={bold ? 600 : 400}>
      {content}
    </Anchor>
  );
}

/** Summaries link to the peer's paths; pages of flags have another path here. */
export const localPath = (href: string) =>
  href.replace(/^(\/projects\/[^/]+)\/features\//, '$1/flags/');
