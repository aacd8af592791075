import { Accordion, Badge, Button, Checkbox, Group, SimpleGrid, Text } from '@mantine/core';
import type { PermissionCatalogue } from '../../../../server/identity/access/schema.ts';

type Entry = PermissionCatalogue['permissions']['root'][number];

/** A permission of a role; without an environment it applies to all of them. */
export type Held = { name: string; environment?: string };

type Props = {
  catalogue: PermissionCatalogue['permissions'];
  /** Root roles have root permissions, the others those of projects and environments. */
  root: boolean;
  held: readonly Held[];
  onChange: (held: Held[]) => void;
  readOnly?: boolean;
};

export function PermissionBoxes({ catalogue, root, held, onChange, readOnly = false }: Props) {
  const sections = root
    ? [{ title: 'Everywhere', entries: catalogue.root }]
    : [
        { title: 'In the project', entries: catalogue.project },
        {
          title: 'In every environment',
          entries: catalogue.environments[0]?.permissions ?? [],
        },
        ...catalogue.environments.map(({ name, permissions }) => ({
          title: `In ${name}`,
          entries: permissions,
          environment: name,
        })),
      ];
  return (
    <Accordion variant="contained" multiple defaultValue={[idOf(sections[0]?.title ?? '')]}>
      {sections.map((section) => (
        <Section
          key={section.title}
          {...section}
          held={held}
          onChange={onChange}
          readOnly={readOnly}
        />
      ))}
    </Accordion>
  );
}

/** Ids cannot contain spaces. */
const idOf = (title: string) => title.replaceAll(' ', '-');

type SectionProps = Pick<Props, 'held' | 'onChange'> & {
  title: string;
  entries: readonly Entry[];
  environment?: string;
  readOnly: boolean;
};

function Section({ title, entries, environment, held, onChange, readOnly }: SectionProps) {
  const isHere = (each: Held) =>
    entries.some(({ name }) => name === each.name) && each.environment === environment;
  const others = held.filter((each) => !isHere(each));
  const here = held.filter(isHere).map(({ name }) => name);
  const isEverywhere = (name: string) =>
    environment !== undefined &&
    others.some((each) => each.name === name && each.environment === undefined);
  const isHeld = (name: string) => here.includes(name) || isEverywhere(name);
  const ticked = entries.filter(({ name }) => isHeld(name)).length;
  const wish = (name: string) => (environment === undefined ? { name } : { name, environment });
  const set = (names: readonly string[]) => onChange([...others, ...names.map(wish)]);
  const change = (name: string, checked: boolean) =>
    set(checked ? [...here, name] : here.filter((each) => each !== name));
  return (
    <Accordion.Item value={idOf(title)}>
      <Accordion.Control>
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          <Badge variant="light" tt="none">
            {ticked} of {entries.length}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {!readOnly && (
          <Group gap="xs" mb="xs">
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Tick all: ${title}`}
              onClick={() => set(entries.map(({ name }) => name))}
            >
              Tick all
            </Button>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Tick none: ${title}`}
              onClick={() => set([])}
            >
              Tick none
            </Button>
          </Group>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {entries.map(({ name, displayName }) => (
            <Checkbox
              key={name}
              label={displayName}
              disabled={readOnly || isEverywhere(name)}
              checked={isHeld(name)}
              onChange={({ currentTarget }) => change(name, currentTarget.checked)}
            />
          ))}
        </SimpleGrid>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
