import { useQuery } from '@tanstack/react-query';
import { creatorsQuery } from '../../flags/flags/api.ts';
import { accountName } from '../../ui/predefined/names.ts';

/** How the server names a deleted user; the text of the event identifies them better. */
const deletedName = /^User (\d+)$/;

/** The name of the person who made a change; undefined for tokens, deleted users and while loading. */
export function useCreatorName(userId: number | null | undefined): string | undefined {
  return useCreatorNames((userId ?? 0) > 0)(userId);
}

/** The same for many, with one query. */
export function useCreatorNames(enabled: boolean) {
  const creators = useQuery({ ...creatorsQuery, enabled }).data;
  return (userId: number | null | undefined): string | undefined => {
    const name = creators?.find((each) => each.id === userId)?.name;
    if (!name || deletedName.exec(name)?.[1] === String(userId)) return undefined;
    return accountName(userId) ?? name;
  };
}
