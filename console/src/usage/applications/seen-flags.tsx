import { Anchor, Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ApplicationDetail } from '../../../../server/usage/application-details/schema.ts';
import { useNamedSelection } from '../../flags/flags/named-selection.ts';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { paths, pathTo } from '../../paths.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { useTableLayout } from '../../ui/table-layout.ts';
import { texts as shared } from '../../ui/texts.ts';
import { texts as ofUsage } from '../texts.ts';
import { seenFlagsQuery } from './api.ts';
import { PagedTable } from './paged-table.tsx';

const BulkBar = lazy(() => import('../../flags/bulk/bar.tsx'));

const texts = ofUsage.applications;

type Flag = ApplicationDetail['seenToggles'][number];

/** The flags that the application evaluates, with what can be done with several of them. */
export function SeenFlags({ appName, flags }: { appName: string; flags: readonly Flag[] }) {
  const layout = useTableLayout('application-flags');
  const [active, onActive] = useState(-1);
  const names = useMemo(
    () => flags.filter(({ archived }) => !archived).map(({ name }) => name),
    [flags],
  );
  const selected = useNamedSelection(seenFlagsQuery(appName, names));
  return (
    <>
      <PagedTable
        label={texts.flags}
        noun={texts.flagsNoun}
        columns={columns}
        rows={flags}
        rowKey={({ name }) => name}
        layout={layout}
        active={active}
        onActive={onActive}
        selection={selected.selection}
      />
      {selected.error && <ErrorNote error={selected.error} />}
      {selected.all && selected.flags.length > 0 && (
        <Suspense>
          <BulkBar
            flags={selected.flags}
            onSelect={selected.select}
            search={selected.all}
            total={selected.all.length}
          />
        </Suspense>
      )}
    </>
  );
}

const columns: Column<Flag>[] = [
  {
    id: 'name',
    required: true,
    header: shared.common.name,
    cell: ({ name, project = '', stale, archived }) => (
      <Group gap={6}>
        <Anchor
          component={Link}
          size="sm"
          to={pathTo(paths.flag, { projectId: project, featureName: name })}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        {archived && <Mark text={texts.archived} />}
        {stale && !archived && <Mark text={texts.stale} />}
      </Group>
    ),
  },
  {
    id: 'project',
    header: shared.common.project,
    cell: ({ project }) => project !== undefined && <ProjectName id={project} />,
  },
  {
    id: 'type',
    header: shared.common.type,
    visibleFrom: 'sm',
    cell: ({ type }) => type && flagTypeName(type),
  },
];

export const Mark = ({ text }: { text: string }) => (
  <Badge size="xs" variant="light" color="orange" tt="none">
    {text}
  </Badge>
);
