import { texts } from './texts.tsx';

type Titled = { id: number; title: string };

/** The server names a request without a title, in English; the subjects then describe it. */
export function requestTitle(request: Titled, subjects: readonly string[] = []): string {
  const { id } = request;
  const described =
    subjects.length > 0 ? texts.untitledWith(id, listSubjects(subjects)) : texts.untitled(id);
  return ownTitle(request) ?? described;
}

/** Undefined for a request without a title. */
export const ownTitle = ({ title }: Pick<Titled, 'title'>): string | undefined =>
  title === '' || /^Change request #\d+$/.test(title) ? undefined : title;

const namesMax = 3;

/** The names of flags and segments in a sentence: `checkout, search and 2 others`. */
export function listSubjects(subjects: readonly string[]): string {
  const names = [...new Set(subjects)];
  const shown = names.slice(0, namesMax);
  return texts.subjects(shown, names.length - shown.length);
}
