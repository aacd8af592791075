import type { Span } from '../../ui/markdown.ts';

export type ShownSpan = Span & { title?: string };

type Event = { type?: string; data?: object | null; preData?: object | null };
export type NameOf = (userId: number | null | undefined) => string | undefined;
type ProjectName = (id: string) => string | undefined;

/** Events about access and membership, which contain the ids of users. */
export const aboutUsers =
  /^(project-access-|project-user-|group-user-|public-signup-token-user-added$)/;

/** The spans of a summary with the names of users, where it has their ids. */
export function withPeople(spans: readonly ShownSpan[], event: Event, nameOf: NameOf): ShownSpan[] {
  if (!aboutUsers.test(event.type ?? '')) return [...spans];
  const { userId, username, email } = { ...event.preData, ...event.data } as {
    [name in 'userId' | 'username' | 'email']?: unknown;
  };
  const named = Boolean(username || email);
  return spans.map((span, index) => {
    if (span.bold) {
      const isId = !named && span.text === String(userId) && /\buser $/.test(textAt(spans, index));
      const name = isId ? nameOf(Number(span.text)) : undefined;
      return name === undefined ? span : { ...span, text: name, title: span.text };
    }
    return { ...span, text: span.text.replace(idsInText, (ids) => namesIn(ids, nameOf)) };
  });
}

const textAt = (spans: readonly Span[], index: number) => spans[index - 1]?.text ?? '';

/** `user 26`, and `users (26, 27)`. */
const idsInText = /\buser \d+\b|\busers \([\d, ]+/g;

const namesIn = (ids: string, nameOf: NameOf) =>
  ids.replace(/\d+/g, (id) => nameOf(Number(id)) ?? id);

/** Links to projects by name; also of the project that a flag was moved from, which has no link. */
export function withProjects(spans: readonly ShownSpan[], projectName: ProjectName): ShownSpan[] {
  return spans.map((span, index) => {
    const isProject =
      span.bold && (/^\/projects\/[^/]+$/.test(span.href ?? '') || isAfterProject(spans, index));
    const name = isProject ? projectName(span.text) : undefined;
    return name === undefined || name === span.text
      ? span
      : { ...span, text: name, title: span.title ?? span.text };
  });
}

const isAfterProject = (spans: readonly Span[], index: number) =>
  spans[index]?.href === undefined && /\bproject $/.test(textAt(spans, index));
