import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { urlOf } from '../../api.ts';
import { paths } from '../../paths.ts';
import { signInOptionsQuery, signOut } from './api.ts';

export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const options = await client.fetchQuery(signInOptionsQuery).catch(() => undefined);
      await signOut();
      return options?.singleLogout ?? false;
    },
    onSuccess: async (singleLogout) => {
      client.clear();
      if (singleLogout) return window.location.assign(urlOf('GET /auth/oidc/logout'));
      await navigate({ to: paths.signIn });
    },
  });
}
