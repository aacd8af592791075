import { paths } from '../../paths.ts';
import type { View } from './api.ts';

/** The page that shows the matches of a view. */
export function viewHref({ id, kind, query }: View): string {
  const search = new URLSearchParams(query === '' ? { view: id } : { q: query, view: id });
  return `${kind === 'flags' ? paths.flags : paths.events}?${search}`;
}
