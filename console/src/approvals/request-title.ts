import { texts } from './texts.tsx';

/** Searches return the names of flags and segments, a request has their changes. */
type Subjects = readonly (string | { name: string })[];

type Titled = { id: number; title: string; features?: Subjects; segments?: Subjects };

/** The server names a request without a title, in English; its subjects then describe it. */
export function requestTitle(request: Titled): string {
  const { id, features = [], segments = [] } = request;
  const subjects = [...sortedNames(features), ...sortedNames(segments)];
  const described =
    subjects.length > 0 ? texts.untitledWith(id, listSubjects(subjects)) : texts.untitled(id);
  return ownTitle(request) ?? described;
}

/** So that the title does not depend on the order of the changes. */
const sortedNames = (subjects: Subjects): string[] =>
  subjects
    .map((each) => (typeof each === 'string' ? each : each.name))
    .sort((one, other) => one.localeCompare(other));

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
