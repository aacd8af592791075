import { Alert, Badge, Group, List, Select, Stack, Text } from '@mantine/core';
import { EnvironmentName } from '../../ui/environment.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts as bulk } from '../bulk/texts.ts';
import { useProjectNames } from '../flags/project-name.ts';
import { texts } from '../texts.ts';
import { type Affected, type Scope, scopeKey } from './use-affected.ts';

const t = texts.segments.affected;

type Props = {
  affected: Affected;
  /** Of the request that would propose the change. */
  scope: Scope | undefined;
  /** With the key of the chosen one. */
  onScope: (key: string | undefined) => void;
};

/** The flags that saving a segment affects, and how to propose the change where it needs approval. */
export function AffectedFlags({ affected, scope, onScope }: Props) {
  const { scopes, protectedScopes, maySkip } = affected;
  if (scopes.length === 0 && !scope) {
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    );
  }
  const flagsIn = (some: Affected['scopes']) => new Set(some.flatMap(({ flags }) => flags)).size;
  const inProduction = flagsIn(scopes.filter(({ production }) => production));
  return (
    <Alert
      color={inProduction > 0 ? 'orange' : 'gray'}
      icon={<WarningIcon />}
      title={t.title(ui.common.flags(flagsIn(scopes)), inProduction)}
    >
      <Stack gap="xs">
        <Scopes scopes={scopes} />
        {protectedScopes.length > 0 && !scope && !maySkip && <Text size="sm">{t.refused}</Text>}
        {scope && <RequestScope affected={affected} scope={scope} onScope={onScope} />}
      </Stack>
    </Alert>
  );
}

const namesMax = 8;

function Scopes({ scopes }: Pick<Affected, 'scopes'>) {
  const projectName = useProjectNames();
  return (
    <ScrollRegion label={t.list} maxHeight={200}>
      <List size="sm" listStyleType="none" spacing={6}>
        {scopes.map(({ flags, needsApproval, ...scope }) => (
          <List.Item key={scopeKey(scope)}>
            <Group gap="xs">
              <b>{projectName(scope.project)}</b>
              <EnvironmentName name={scope.environment} />
              {needsApproval && (
                <Badge size="sm" variant="default" tt="none">
                  {t.needsApproval}
                </Badge>
              )}
            </Group>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {namesOf(flags)}
            </Text>
          </List.Item>
        ))}
      </List>
    </ScrollRegion>
  );
}

function namesOf(flags: readonly string[]): string {
  const names = flags.slice(0, namesMax).join(', ');
  return flags.length > namesMax ? bulk.andMore(names, flags.length - namesMax) : names;
}

/** A request takes effect in all environments of its project, but in no other project. */
function RequestScope({ affected, scope, onScope }: Props & { scope: Scope }) {
  const projectName = useProjectNames();
  const { proposable, protectedScopes } = affected;
  const others = protectedScopes.filter(({ project }) => project !== scope.project);
  const otherNames = [...new Set(others.map(({ project }) => projectName(project)))].join(', ');
  return (
    <>
      {proposable.length > 1 && (
        <Select
          label={t.requestIn}
          data={proposable.map((each) => ({
            value: scopeKey(each),
            label: `${projectName(each.project)}, ${each.environment}`,
          }))}
          value={scopeKey(scope)}
          allowDeselect={false}
          onChange={(key) => onScope(key ?? undefined)}
        />
      )}
      {otherNames !== '' && (
        <Text size="sm">{t.others(projectName(scope.project), otherNames)}</Text>
      )}
    </>
  );
}
