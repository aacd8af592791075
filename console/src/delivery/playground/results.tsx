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
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { AdvancedResponse } from '../../../../server/delivery/playground/schema.ts';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { paths, pathTo } from '../../paths.ts';
import { type Column, DataTable, Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useTableLayout } from '../../ui/table-layout.ts';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import type { EvaluatedFlag, Evaluation } from './api.ts';
import type { PlaygroundParams } from './params.ts';

const TableOptions = lazy(() => import('../../ui/table-options.tsx'));

const texts = all.playground.results;

const pageSize = 50;

type Props = {
  response: AdvancedResponse;
  params: PlaygroundParams;
  onChange: (change: Partial<PlaygroundParams>) => void;
};

/** The result of every flag in each environment. */
export function Results({ response, params, onChange }: Props) {
  const names = response.input.environments.join('/');
  const columns = useMemo(() => resultColumns(names.split('/'), onChange), [names, onChange]);
  const layout = useTableLayout('playground');
  const offset = Number(params.offset ?? 0) || 0;
  const found = response.features.filter((flag) => isShown(flag, params));
  const dropped = response.warnings.invalidContextProperties;
  return (
    <Box>
      {dropped.length > 0 && (
        <Alert color="yellow" mb="sm" title={texts.dropped}>
          {texts.droppedNote(dropped.join(', '))}
        </Alert>
      )}
      <Toolbar params={params} onChange={onChange}>
        <TableOptions columns={columns} control={layout} />
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState icon={SearchIcon} title={texts.empty}>
          {response.features.length === 0 ? texts.noFlags : texts.noMatch}
        </EmptyState>
      ) : (
        <DataTable
          label={texts.label}
          columns={columns}
          rows={found.slice(offset, offset + pageSize)}
          rowKey={({ name }) => name}
          layout={layout}
        />
      )}
      <Pages
        noun={texts.flags}
        total={found.length}
        limit={pageSize}
        offset={offset}
        onOffset={(next) => onChange({ offset: next === 0 ? undefined : String(next) })}
      />
    </Box>
  );
}

type ToolbarProps = Pick<Props, 'params' | 'onChange'> & { children: ReactNode };

function Toolbar({ params, onChange, children }: ToolbarProps) {
  return (
    <Group mb="sm" align="center">
      <Box flex={1} miw={180}>
        <SearchBox
          label={texts.find}
          placeholder={texts.findNote}
          text={params.query ?? ''}
          onText={(query) => onChange({ query: query || undefined, offset: undefined })}
        />
      </Box>
      <SegmentedControl
        size="xs"
        aria-label={texts.filter}
        value={params.show ?? 'all'}
        onChange={(show) =>
          onChange({ show: show === 'all' ? undefined : show, offset: undefined })
        }
        data={[
          { value: 'all', label: texts.all },
          { value: 'on', label: shared.common.on },
          { value: 'off', label: shared.common.off },
          { value: 'differs', label: texts.different },
        ]}
      />
      <Suspense>{children}</Suspense>
    </Group>
  );
}

const evaluationsOf = (flag: EvaluatedFlag) => Object.values(flag.environments).flat();

function isShown(flag: EvaluatedFlag, { query = '', show }: PlaygroundParams): boolean {
  if (!flag.name.toLowerCase().includes(query.toLowerCase())) return false;
  const on = evaluationsOf(flag).filter(({ isEnabled }) => isEnabled).length;
  if (show === 'on') return on > 0;
  if (show === 'off') return on < evaluationsOf(flag).length;
  if (show === 'differs') return on > 0 && on < evaluationsOf(flag).length;
  return true;
}

const resultColumns = (
  environments: readonly string[],
  onOpen: (opened: { open: string; in: string }) => void,
): Column<EvaluatedFlag>[] => [
  {
    id: 'name',
    required: true,
    header: shared.common.flag,
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
          <ProjectName id={projectId} />
        </Text>
      </div>
    ),
  },
  ...environments.map(
    (environment): Column<EvaluatedFlag> => ({
      id: `environment:${environment}`,
      header: <EnvironmentName name={environment} />,
      cell: ({ name, environments: all }) => (
        <UnstyledButton onClick={() => onOpen({ open: name, in: environment })}>
          <ResultBadges evaluations={all[environment] ?? []} />
          <VisuallyHidden>{` ${texts.whyOf(name, environment)}`}</VisuallyHidden>
        </UnstyledButton>
      ),
    }),
  ),
];

function labelOf(evaluations: readonly Evaluation[]): string {
  const on = evaluations.filter(({ isEnabled }) => isEnabled).length;
  if (evaluations.length === 0) return texts.missing;
  if (on === 0) return shared.common.off;
  return on === evaluations.length ? shared.common.on : texts.onForSome(on, evaluations.length);
}

/** On, off, or on for some contexts; with the selected variants. */
function ResultBadges({ evaluations }: { evaluations: readonly Evaluation[] }) {
  const on = evaluations.filter(({ isEnabled }) => isEnabled).length;
  const colour = on === 0 ? 'gray' : on === evaluations.length ? 'teal' : 'yellow';
  const variants = new Set(
    evaluations.filter(({ variant }) => variant.enabled).map(({ variant }) => variant.name),
  );
  return (
    <Group gap={6} component="span">
      <Badge component="span" variant="light" color={colour} tt="none">
        {labelOf(evaluations)}
      </Badge>
      {[...variants].slice(0, 3).map((name) => (
        <Badge key={name} component="span" size="xs" variant="default" tt="none">
          {name}
        </Badge>
      ))}
      <Text span size="xs" td="underline" c="dimmed" visibleFrom="sm" aria-hidden="true">
        {texts.why}
      </Text>
    </Group>
  );
}
