import { useQuery } from '@tanstack/react-query';
import { creatorsQuery } from '../../flags/flags/api.ts';

/** How the server names a deleted user; the text of the event identifies them better. */
const deletedName = /^User (\d+)$/;

/** The name of the person who made a change; undefined for tokens, deleted users and while loading. */
export function useCreatorName(userId: number | null | undefined): string | undefined {
  const id = userId ?? 0;
  const creators = useQuery({ ...creatorsQuery, enabled: id > 0 }).data;
  const name = creators?.find((each) => each.id === id)?.name;
  return name && deletedName.exec(name)?.[1] === String(id) ? undefined : name;
}
