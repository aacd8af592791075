import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EnvironmentApprovers } from '../../../../server/approvals/approvers/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { listNames } from '../people.ts';
import { texts } from '../texts.tsx';
import { environmentApproversQuery } from './api.ts';
import { warningOf } from './warning.ts';

type Props = {
  projectId: string;
  environment: string;
  requiredApprovals: number;
  authorMayApprove: boolean;
};

const text = texts.approvers;

const namesMax = 5;

/** Who may approve changes in the environment, with a warning where they are too few. */
export function EnvironmentApproversNote({ projectId, environment, ...rules }: Props) {
  const found = useQuery(environmentApproversQuery(projectId, environment));
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return null;
  const warning = warningOf(found.data, rules);
  return (
    <Stack gap="xs">
      {warning && (
        <Alert color="yellow" variant="light" icon={<WarningIcon />} title={warning} p="xs">
          {text.giveRoles(
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link {...props} to={pathTo(paths.projectMembers, { projectId })} />
              )}
            >
              {text.members}
            </Anchor>,
          )}
        </Alert>
      )}
      <Text size="sm">{describe(found.data)}</Text>
    </Stack>
  );
}

function describe({ total, approvers, groups, groupTotal }: EnvironmentApprovers): string {
  if (total === 0) return text.nobody;
  const people = text.canApprove(total, listNames(approvers, total, namesMax));
  if (groups.length === 0) return people;
  const named = groups.slice(0, namesMax).map(({ name, members }) => `${name} (${members})`);
  return `${people} ${text.groups(named, groupTotal - named.length)}`;
}
