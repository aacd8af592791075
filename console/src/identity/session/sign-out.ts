import { useMutation } from '@tanstack/react-query';
import { endSessionUrl, signOut } from './api.ts';

/** Loads the sign-in page again, or continues at the identity provider. */
export const useSignOut = () =>
  useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.assign(endSessionUrl()),
  });
