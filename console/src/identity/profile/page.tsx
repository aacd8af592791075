import { Anchor, Badge, Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { paths, pathTo } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameOf } from '../../ui/person.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { createOwnToken, deleteOwnToken, ownTokensQuery } from '../personal-tokens/api.ts';
import { PersonalTokenList } from '../personal-tokens/token-list.tsx';
import { SecondFactorPanel } from '../second-factor/panel.tsx';
import { meQuery } from '../session/api.ts';
import { SessionPanel } from '../sessions/panel.tsx';
import { texts } from '../texts.tsx';
import { ownRolesQuery } from './api.ts';
import { LanguagePanel } from './language-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';

const invalidates = [['own-tokens']];

/** Personal tokens always expire, so the form never sends null. */
const create = ({ description, expiresAt }: { description: string; expiresAt: string | null }) =>
  createOwnToken({ description, expiresAt: expiresAt ?? '' });

export function Page() {
  const me = useQuery(meQuery).data?.user;
  const tokens = useQuery(ownTokensQuery);
  if (!me) return null;
  return (
    <Frame title={texts.profile.title} note={nameOf(me)}>
      <Stack maw={1100}>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Panel title={texts.profile.you}>
            <Stack gap="xs">
              <Fact label={texts.shared.username} text={me.username} />
              <Fact label={texts.shared.email} text={me.email} />
              <Roles />
            </Stack>
          </Panel>
          <PasswordPanel />
          <SecondFactorPanel me={me} />
          <SessionPanel />
          <LanguagePanel />
        </SimpleGrid>
        <Panel title={texts.personalTokens.title}>
          <PersonalTokenList
            found={tokens}
            tokens={tokens.data?.pats}
            invalidates={invalidates}
            create={create}
            remove={deleteOwnToken}
            mayBeNever={false}
          />
        </Panel>
      </Stack>
    </Frame>
  );
}

function Fact({ label, text }: { label: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
    </Box>
  );
}

function Roles() {
  const found = useQuery(ownRolesQuery);
  return (
    <Box>
      <Text size="xs" c="dimmed" mb={4}>
        {texts.shared.roles}
      </Text>
      {found.error && <ErrorNote error={found.error} />}
      <Stack gap={6}>
        {found.data?.roles.map(({ id, name, project }) => (
          <Group key={`${id} ${project}`} gap={6}>
            <Badge variant="light" tt="none">
              {roleName(name)}
            </Badge>
            {project === null ? (
              <Text size="sm">{texts.shared.everywhere}</Text>
            ) : (
              <Text size="sm">
                {texts.profile.inProject(
                  <Anchor component={Link} to={pathTo(paths.project, { projectId: project })}>
                    <ProjectName id={project} />
                  </Anchor>,
                )}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
    </Box>
  );
}
