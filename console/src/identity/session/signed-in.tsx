import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { isSignedOut } from '../../api.ts';
import { paths } from '../../paths.ts';
import { WithEnvironmentTypes } from '../../projects/environments/types.tsx';
import { Shell } from '../../shell/shell.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { meQuery } from './api.ts';

const FirstPassword = lazy(() => import('./first-password.tsx'));

/** The parent route of all pages that need a session. */
export function SignedIn() {
  const me = useQuery(meQuery);
  const unsaved = useUnsaved();
  // A form stays until it is saved or closed; its error has a link to sign in again.
  if (isSignedOut(me.error) && !unsaved) return <RedirectToSignIn />;
  if (me.data === undefined) {
    return (
      <Center mih="100vh" p="md">
        {me.error ? <ErrorNote error={me.error} onRetry={() => void me.refetch()} /> : <Loader />}
      </Center>
    );
  }
  if (me.data.user.mustChangePassword) {
    return (
      <Suspense>
        <FirstPassword />
      </Suspense>
    );
  }
  return (
    <WithEnvironmentTypes>
      <Shell me={me.data}>
        <Outlet />
      </Shell>
    </WithEnvironmentTypes>
  );
}

/** Separate, so that a change of the location does not render the shell again. */
function RedirectToSignIn() {
  const { href } = useLocation();
  // Otherwise each redirect would nest the path to return to.
  if (href.startsWith(paths.signIn)) return null;
  const next = href === paths.home ? {} : { next: href };
  // A form that is already gone cannot show its confirmation.
  return <Navigate to={paths.signIn} search={next} replace ignoreBlocker />;
}
