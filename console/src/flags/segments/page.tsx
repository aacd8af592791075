import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { Segment } from '../../../../server/flags/segments/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { ShareIcon, UsesIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Uses } from '../../ui/uses.tsx';
import { ProjectName } from '../flags/project-label.tsx';
import { ConstraintList } from '../strategies/constraint-list.tsx';
import { useUses } from '../strategies/uses.ts';
import { texts } from '../texts.ts';
import { deleteSegment, segmentsQuery, segmentUsesQuery } from './api.ts';

const t = texts.segments;

const SegmentForm = lazy(() => import('./segment-form.tsx'));

const columns: ListColumn<Segment>[] = [
  {
    id: 'name',
    header: t.columns.name,
    value: ({ name }) => name,
    cell: ({ name, description }) => <Named name={name} note={description} />,
  },
  {
    id: 'constraints',
    header: t.columns.constraints,
    visibleFrom: 'md',
    cell: ({ constraints }) => <ConstraintList constraints={constraints} />,
  },
  {
    id: 'project',
    header: t.columns.project,
    visibleFrom: 'sm',
    value: ({ project }) => project ?? '',
    cell: ({ project }) => (project === null ? t.everyProject : <ProjectName id={project} />),
  },
  {
    id: 'usedInFeatures',
    header: t.columns.flags,
    value: ({ usedInFeatures }) => usedInFeatures,
    cell: ({ usedInFeatures }) => usedInFeatures,
  },
  {
    id: 'createdAt',
    header: t.columns.created,
    visibleFrom: 'lg',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

export function Page() {
  const { may, mayAnywhere } = useMay();
  const found = useQuery(segmentsQuery);
  const [shown, setShown] = useState<Segment>();
  const mayTo = (verb: string, { project }: Segment) =>
    may(`${verb}_SEGMENT`) || (project !== null && may('UPDATE_PROJECT_SEGMENT', project));
  return (
    <Frame title={t.title} note={t.note}>
      <ManagedList
        name="segments"
        noun={t.noun}
        found={found}
        rows={found.data?.segments}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ name }) => name}
        textOf={({ name, description, project }) => [name, description, project].join(' ')}
        invalidates={[['segments']]}
        form={SegmentForm}
        mayCreate={mayAnywhere('CREATE_SEGMENT') || mayAnywhere('UPDATE_PROJECT_SEGMENT')}
        mayEdit={(segment) => mayTo('UPDATE', segment)}
        actions={(segment) => [
          {
            label: t.uses(segment.name),
            icon: <UsesIcon />,
            onClick: () => setShown(segment),
          },
        ]}
        removal={{
          may: (segment) => mayTo('DELETE', segment),
          warning: ({ name, usedInFeatures }) =>
            usedInFeatures === 0 ? t.unusedWarning(name) : t.usedWarning(name, usedInFeatures),
          refused: ({ usedInFeatures }) => usedInFeatures > 0,
          send: ({ id }) => deleteSegment(id),
        }}
        icon={ShareIcon}
        empty={t.empty}
      />
      {shown && <SegmentUses segment={shown} onClose={() => setShown(undefined)} />}
    </Frame>
  );
}

function SegmentUses({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const found = useQuery(segmentUsesQuery(segment.id));
  return (
    <Uses
      title={t.uses(segment.name)}
      uses={useUses(found.data?.strategies)}
      error={found.error}
      onClose={onClose}
    />
  );
}
