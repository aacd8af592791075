import { useMutation } from '@tanstack/react-query';
import type { User } from '../../../../server/identity/users/schema.ts';
import { KeyIcon, LinkIcon, ScreenIcon, ShieldIcon } from '../../ui/icons.tsx';
import type { RowAction } from '../../ui/managed-list.tsx';
import { nameOf } from '../../ui/person.tsx';
import { useRefresh } from '../../ui/save.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { endSessionsOf } from '../sessions/api.ts';
import { texts } from '../texts.tsx';
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
      setLink({ title: texts.users.linkTitle(nameOf(user)), url }),
    onError,
  });
  const end = useMutation({
    mutationFn: ({ id }: User) => endSessionsOf(id),
    onSuccess: async (_, user) => {
      await refresh();
      toast(texts.users.sessionsEnded(nameOf(user)));
    },
    onError,
  });
  const unprotect = useMutation({
    mutationFn: ({ id }: User) => removeSecondFactor(id),
    onSuccess: (_, user) => toast(texts.users.secondFactorRemoved(nameOf(user))),
    onError,
  });
  return (user) => [
    {
      label: texts.users.createLink(nameOf(user)),
      icon: <LinkIcon />,
      onClick: () => link.mutate(user),
    },
    {
      label: texts.users.newPasswordFor(nameOf(user)),
      icon: <KeyIcon />,
      onClick: () => setReset(user),
    },
    {
      label: texts.users.removeSecondFactor(nameOf(user)),
      icon: <ShieldIcon />,
      onClick: () => unprotect.mutate(user),
    },
    ...(user.activeSessions
      ? [
          {
            label: texts.users.endSessions(nameOf(user)),
            icon: <ScreenIcon />,
            onClick: () => end.mutate(user),
          },
        ]
      : []),
  ];
}
