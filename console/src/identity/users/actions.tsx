import { useMutation } from '@tanstack/react-query';
import type { User } from '../../../../server/identity/users/schema.ts';
import { KeyIcon, LinkIcon, ScreenIcon, ShieldIcon } from '../../ui/icons.tsx';
import type { RowAction } from '../../ui/managed-list.tsx';
import { nameOf } from '../../ui/person.tsx';
import { useRefresh } from '../../ui/save.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { endSessionsOf } from '../sessions/api.ts';
import { createPasswordLink, removeSecondFactor } from './api.ts';

type Dialogs = {
  setReset: (user: User) => void;
  setLink: (link: { title: string; url: string }) => void;
};

/** What an Admin does for users who cannot sign in, or should not. */
export function useUserActions({ setReset, setLink }: Dialogs): (user: User) => RowAction[] {
  const refresh = useRefresh([['users']]);
  const onError = toastError;
  const link = useMutation({
    mutationFn: ({ id }: User) => createPasswordLink(id),
    onSuccess: ({ resetPasswordUrl: url }, user) =>
      setLink({ title: `Link for ${nameOf(user)}`, url }),
    onError,
  });
  const end = useMutation({
    mutationFn: ({ id }: User) => endSessionsOf(id),
    onSuccess: async (_, user) => {
      await refresh();
      toast(`The sessions of ${nameOf(user)} are ended`);
    },
    onError,
  });
  const unprotect = useMutation({
    mutationFn: ({ id }: User) => removeSecondFactor(id),
    onSuccess: (_, user) => toast(`${nameOf(user)} signs in without a second factor`),
    onError,
  });
  return (user) => [
    {
      label: `Link to set a password for ${nameOf(user)}`,
      icon: <LinkIcon />,
      onClick: () => link.mutate(user),
    },
    {
      label: `New password for ${nameOf(user)}`,
      icon: <KeyIcon />,
      onClick: () => setReset(user),
    },
    {
      label: `Remove the second factor of ${nameOf(user)}`,
      icon: <ShieldIcon />,
      onClick: () => unprotect.mutate(user),
    },
    ...(user.activeSessions
      ? [
          {
            label: `End the sessions of ${nameOf(user)}`,
            icon: <ScreenIcon />,
            onClick: () => end.mutate(user),
          },
        ]
      : []),
  ];
}
