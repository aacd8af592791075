import { Accordion, Badge, Button, Checkbox, Group, SimpleGrid, Text } from '@mantine/core';
import type {
  PermissionCatalogue,
  RoleWithPermissions,
} from '../../../../server/identity/access/schema.ts';
import { permissionName } from '../../ui/predefined/names.ts';
import { texts } from '../texts.tsx';

type Entry = PermissionCatalogue['permissions']['root'][number];

/** A permission of a role; without an environment it applies to all of them. */
export type Grant = { name: string; environment?: string };

type Props = {
  catalogue: PermissionCatalogue['permissions'];
  /** Root roles have root permissions, the others those of projects and environments. */
  root: boolean;
  grants: readonly Grant[];
  /** Absent where the boxes only show what is granted. */
  onChange?: (grants: Grant[]) => void;
};

export const grantsOf = (role: RoleWithPermissions | undefined): Grant[] =>
  (role?.permissions ?? []).map(({ name, environment }) =>
    environment === undefined ? { name } : { name, environment },
  );

export function PermissionBoxes({ catalogue, root, grants, onChange }: Props) {
  const sections = root
    ? [{ title: texts.roles.sections.everywhere, entries: catalogue.root }]
    : [
        { title: texts.roles.sections.project, entries: catalogue.project },
        {
          title: texts.roles.sections.everyEnvironment,
          entries: catalogue.environments[0]?.permissions ?? [],
        },
        ...catalogue.environments.map(({ name, permissions }) => ({
          title: texts.roles.sections.environment(name),
          entries: permissions,
          environment: name,
        })),
      ];
  return (
    <Accordion variant="contained" multiple defaultValue={[idOf(sections[0]?.title ?? '')]}>
      {sections.map((section) => (
        <Section key={section.title} {...section} grants={grants} onChange={onChange} />
      ))}
    </Accordion>
  );
}

/** Ids cannot contain spaces. */
const idOf = (title: string) => title.replaceAll(' ', '-');

type SectionProps = Pick<Props, 'grants'> & {
  title: string;
  entries: readonly Entry[];
  environment?: string;
  onChange: Props['onChange'];
};

function Section({ title, entries, environment, grants, onChange }: SectionProps) {
  const isInSection = (each: Grant) =>
    entries.some(({ name }) => name === each.name) && each.environment === environment;
  const others = grants.filter((each) => !isInSection(each));
  const own = grants.filter(isInSection).map(({ name }) => name);
  const isEverywhere = (name: string) =>
    environment !== undefined &&
    others.some((each) => each.name === name && each.environment === undefined);
  const isGranted = (name: string) => own.includes(name) || isEverywhere(name);
  const ticked = entries.filter(({ name }) => isGranted(name)).length;
  const grant = (name: string) => (environment === undefined ? { name } : { name, environment });
  const set = (names: readonly string[]) => onChange?.([...others, ...names.map(grant)]);
  const change = (name: string, checked: boolean) =>
    set(checked ? [...own, name] : own.filter((each) => each !== name));
  return (
    <Accordion.Item value={idOf(title)}>
      <Accordion.Control>
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          <Badge variant="light" tt="none">
            {texts.roles.ticked(ticked, entries.length)}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {onChange && (
          <Group gap="xs" mb="xs">
            <Button
              variant="default"
              size="compact-xs"
              aria-label={texts.roles.tickAllOf(title)}
              onClick={() => set(entries.map(({ name }) => name))}
            >
              {texts.roles.tickAll}
            </Button>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={texts.roles.tickNoneOf(title)}
              onClick={() => set([])}
            >
              {texts.roles.tickNone}
            </Button>
          </Group>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {entries.map(({ name, displayName }) => (
            <Checkbox
              key={name}
              label={permissionName({ name, displayName })}
              disabled={!onChange || isEverywhere(name)}
              checked={isGranted(name)}
              onChange={({ currentTarget }) => change(name, currentTarget.checked)}
            />
          ))}
        </SimpleGrid>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
