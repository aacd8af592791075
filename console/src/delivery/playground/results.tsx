import {
  Alert,
  Anchor,
  Badge,
  Box,
  Group,
  SegmentedControl,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AdvancedAnswer } from '../../../../server/delivery/playground/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { type Column, DataTable, Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import type { PlayedFlag, Verdict } from './api.ts';
import type { PlaygroundParams } from './params.ts';

const pageSize = 50;

type Props = {
  answer: AdvancedAnswer;
  params: PlaygroundParams;
  onChange: (change: Partial<PlaygroundParams>) => void;
};

/** The result of every flag in each environment. */
export function Results({ answer, params, onChange }: Props) {
  const names = answer.input.environments.join('/');
  const columns = useMemo(
    () => resultColumns(names.split('/'), (open) => onChange({ open })),
    [names, onChange],
  );
  const offset = Number(params.offset ?? 0) || 0;
  const found = answer.features.filter((flag) => isShown(flag, params));
  const dropped = answer.warnings.invalidContextProperties;
  return (
    <Box>
      {dropped.length > 0 && (
        <Alert color="yellow" mb="sm" title="Parts of the context were left out">
          Only text, numbers and booleans can be compared: {dropped.join(', ')}
        </Alert>
      )}
      <Choice params={params} onChange={onChange} />
      {found.length === 0 ? (
        <EmptyState title="No such answer">
          {answer.features.length === 0
            ? 'There are no flags in these projects. Choose others, or create a flag.'
            : 'No flag of that name answered so.'}
        </EmptyState>
      ) : (
        <DataTable
          label="Answers"
          columns={columns}
          rows={found.slice(offset, offset + pageSize)}
          rowKey={({ name }) => name}
        />
      )}
      <Pages
        noun="flags"
        total={found.length}
        limit={pageSize}
        offset={offset}
        onOffset={(next) => onChange({ offset: next === 0 ? undefined : String(next) })}
      />
    </Box>
  );
}

function Choice({ params, onChange }: Pick<Props, 'params' | 'onChange'>) {
  return (
    <Group mb="sm" align="center">
      <Box flex={1} miw={180}>
        <SearchBox
          label="Find among the answers"
          placeholder="Name of a flag"
          text={params.query ?? ''}
          onText={(query) => onChange({ query: query || undefined, offset: undefined })}
        />
      </Box>
      <SegmentedControl
        size="xs"
        aria-label="Which answers are shown"
        value={params.show ?? 'all'}
        onChange={(show) =>
          onChange({ show: show === 'all' ? undefined : show, offset: undefined })
        }
        data={[
          { value: 'all', label: 'All' },
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
          { value: 'differs', label: 'Differing' },
        ]}
      />
    </Group>
  );
}

const verdictsOf = (flag: PlayedFlag) => Object.values(flag.environments).flat();

function isShown(flag: PlayedFlag, { query = '', show }: PlaygroundParams): boolean {
  if (!flag.name.toLowerCase().includes(query.toLowerCase())) return false;
  const on = verdictsOf(flag).filter(({ isEnabled }) => isEnabled).length;
  if (show === 'on') return on > 0;
  if (show === 'off') return on < verdictsOf(flag).length;
  if (show === 'differs') return on > 0 && on < verdictsOf(flag).length;
  return true;
}

const resultColumns = (
  environments: readonly string[],
  onOpen: (name: string) => void,
): Column<PlayedFlag>[] => [
  {
    id: 'name',
    header: 'Flag',
    cell: ({ name, projectId }) => (
      <div>
        <Anchor
          component={Link}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
          to={pathTo(paths.flag, { projectId, featureName: name })}
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {projectId}
        </Text>
      </div>
    ),
  },
  ...environments.map(
    (environment): Column<PlayedFlag> => ({
      id: `environment:${environment}`,
      header: environment,
      cell: ({ name, environments: all }) => (
        <UnstyledButton onClick={() => onOpen(name)}>
          <Answer verdicts={all[environment] ?? []} />
          <VisuallyHidden>{` why? ${name} in ${environment}`}</VisuallyHidden>
        </UnstyledButton>
      ),
    }),
  ),
];

function textOf(verdicts: readonly Verdict[]): string {
  const on = verdicts.filter(({ isEnabled }) => isEnabled).length;
  if (verdicts.length === 0) return 'Not there';
  if (on === 0) return 'Off';
  return on === verdicts.length ? 'On' : `On for ${on} of ${verdicts.length}`;
}

/** On, off, or on for some contexts; with the selected variants. */
function Answer({ verdicts }: { verdicts: readonly Verdict[] }) {
  const on = verdicts.filter(({ isEnabled }) => isEnabled).length;
  const colour = on === 0 ? 'gray' : on === verdicts.length ? 'teal' : 'yellow';
  const variants = new Set(
    verdicts.filter(({ variant }) => variant.enabled).map(({ variant }) => variant.name),
  );
  return (
    <Group gap={6} component="span">
      <Badge component="span" variant="light" color={colour} tt="none">
        {textOf(verdicts)}
      </Badge>
      {[...variants].slice(0, 3).map((name) => (
        <Badge key={name} component="span" size="xs" variant="default" tt="none">
          {name}
        </Badge>
      ))}
      <Text span size="xs" td="underline" c="dimmed" visibleFrom="sm" aria-hidden="true">
        why?
      </Text>
    </Group>
  );
}
