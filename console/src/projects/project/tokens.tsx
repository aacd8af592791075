import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TokenList } from '../../identity/api-tokens/token-list.tsx';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { texts as all } from '../texts.ts';
import { useProjectId } from './project-id.ts';

const texts = all.project.tokens;

export function Page() {
  const { mayAnywhere } = useMay();
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {texts.ofAllProjects}{' '}
        {mayAnywhere('READ_CLIENT_API_TOKEN') && (
          <Anchor component={Link} to={paths.tokens} underline="always" inherit>
            {texts.showAll}
          </Anchor>
        )}
      </Text>
      <TokenList projectId={useProjectId()} />
    </>
  );
}
