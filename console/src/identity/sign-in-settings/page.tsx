import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts } from '../texts.tsx';
import { usersQuery } from '../users/api.ts';
import { oidcQuery, scimQuery } from './api.ts';
import { OidcPanel } from './oidc-panel.tsx';
import { ScimPanel } from './scim-panel.tsx';

export function Page() {
  const [oidc, scim, users] = [useQuery(oidcQuery), useQuery(scimQuery), useQuery(usersQuery)];
  const failed = [oidc, scim, users].find(({ error }) => error);
  return (
    <Frame title={texts.signInSettings.title} note={texts.signInSettings.note}>
      <Stack maw={760}>
        {failed?.error && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
        {oidc.data && users.data && <OidcPanel settings={oidc.data} roles={users.data.rootRoles} />}
        {scim.data && <ScimPanel settings={scim.data} />}
        {!failed && !(oidc.data && scim.data && users.data) && <PanelSkeleton />}
      </Stack>
    </Frame>
  );
}
