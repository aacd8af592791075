import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  creatorsQuery,
  environmentsQuery,
  flagsQuery,
  projectNamesQuery,
} from '../../flags/flags/api.ts';
import { tagsQuery } from '../../flags/tags/api.ts';
import { completionsQuery } from '../../views/saved/api.ts';
import type { Value } from './completion.ts';
import type { Key, Language } from './keys.ts';
import { unquoted } from './tokens.ts';

const pauseMs = 150;
const minuteMs = 60_000;

/** The values of a key; what is not fixed is loaded when the key is typed. */
export function useValues(
  language: Language,
  key: Key | undefined,
  typed: string,
): readonly Value[] {
  const list = key?.list;
  const [paused] = useDebouncedValue(`${key?.key}:${typed}`, pauseMs);
  const words = useQuery({
    ...completionsQuery(language, paused),
    enabled: list === 'words' && paused.startsWith(`${key?.key}:`),
    placeholderData: keepPreviousData,
  });
  const flags = useQuery({
    ...flagsQuery({ query: paused.slice(5) || undefined, limit: '8', sortBy: 'name' }),
    enabled: list === 'flags' && paused.startsWith('name:'),
    placeholderData: keepPreviousData,
  });
  const short = useShortLists(list);
  if (key?.values) return key.values.map((value) => ({ value }));
  if (list === 'words') {
    return (words.data?.completions ?? []).map((word) => ({ value: unquoted(word) }));
  }
  if (list === 'flags') return (flags.data?.features ?? []).map(({ name }) => ({ value: name }));
  return short;
}

/** Lists that the filters load, too. */
function useShortLists(list: Key['list']): readonly Value[] {
  const tags = useQuery({ ...tagsQuery, staleTime: minuteMs, enabled: list === 'tags' });
  const creators = useQuery({ ...creatorsQuery, enabled: list === 'creators' });
  const projects = useQuery({ ...projectNamesQuery, enabled: list === 'projects' });
  const environments = useQuery({ ...environmentsQuery, enabled: list === 'switches' });
  if (list === 'tags') {
    return (tags.data?.tags ?? []).map(({ type, value }) => ({ value: `${type}:${value}` }));
  }
  if (list === 'creators') {
    return (creators.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  }
  if (list === 'projects') {
    // People know the name, but the query has the id.
    return (projects.data?.projects ?? []).map(({ id, name }) => ({
      value: id,
      label: name,
      note: id === name ? undefined : id,
    }));
  }
  if (list !== 'switches') return [];
  return (environments.data?.environments ?? []).flatMap(({ name }) => [
    { value: `${name}=on` },
    { value: `${name}=off` },
  ]);
}
