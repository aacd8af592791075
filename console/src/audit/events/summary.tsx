import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { creatorsQuery, projectNamesQuery } from '../../flags/flags/api.ts';
import { holdersQuery } from '../../identity/users/api.ts';
import { language } from '../../language.ts';
import { markdownSpans } from '../../ui/markdown.ts';
import { nameOf } from '../../ui/person.tsx';
import { texts as audit } from '../texts.ts';
import type { LoggedEvent } from './api.ts';
import { useCreatorNames } from './creator.ts';
import { aboutUsers, type NameOf, type ShownSpan, withPeople } from './names-in-summary.ts';
import { Spans } from './summary-spans.tsx';

const Composed = lazy(() => import('../summaries/composed-summary.tsx'));

type Props = {
  text: string | null;
  /** Undefined while it is loading. */
  event: LoggedEvent | undefined;
  texts?: readonly string[] | undefined;
};

/** What an event changed, with links: in the words of the server, or in another language than its own. */
export function Summary({ text, event, texts }: Props) {
  const hasPerson = (event?.createdByUserId ?? 0) > 0;
  const creatorName = useCreatorNames(hasPerson);
  const people = useQuery({ ...creatorsQuery, enabled: hasPerson });
  // Who was given access may never have made a change.
  const isAboutUsers = aboutUsers.test(event?.type ?? '');
  const users = useQuery({ ...holdersQuery, enabled: isAboutUsers, staleTime: 60_000 });
  const person: NameOf = (userId) => {
    const user = users.data?.users.find(({ id }) => id === userId);
    return creatorName(userId) ?? (user && nameOf(user));
  };
  const projects = useQuery({ ...projectNamesQuery, enabled: typeof event?.project === 'string' });
  const shown = {
    texts,
    projectName: (id: string) => projects.data?.projects.find((it) => it.id === id)?.name,
    hidden: people.isLoading || users.isLoading || projects.isLoading,
  };
  if (language === 'en') {
    const written = withPeople(markdownSpans(text ?? audit.events.noSummary), event ?? {}, person);
    return <Spans {...shown} spans={withCreator(written, event, person)} />;
  }
  return <Suspense>{event && <Composed {...shown} event={event} person={person} />}</Suspense>;
}

function withCreator(spans: ShownSpan[], by: LoggedEvent | undefined, nameOf: NameOf): ShownSpan[] {
  const [first, ...others] = spans;
  const name = nameOf(by?.createdByUserId);
  if (!first?.bold || name === undefined || first.text !== by?.createdBy) return spans;
  return [{ ...first, text: name, title: first.text }, ...others];
}
