import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { Segment } from '../../../../server/flags/segments/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { numbered } from '../../ui/form.ts';
import { LinkIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Uses } from '../../ui/uses.tsx';
import { ConstraintLine } from '../strategies/constraint-line.tsx';
import { usesOf } from '../strategies/uses.ts';
import { deleteSegment, segmentsQuery, segmentUsesQuery } from './api.ts';

const SegmentForm = lazy(() => import('./segment-form.tsx'));

const columns: ListColumn<Segment>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, description }) => <Named name={name} note={description} />,
  },
  {
    id: 'constraints',
    header: 'Who is in it',
    visibleFrom: 'md',
    cell: ({ constraints }) => <Constraints constraints={constraints} />,
  },
  {
    id: 'project',
    header: 'Project',
    visibleFrom: 'sm',
    value: ({ project }) => project ?? '',
    cell: ({ project }) => project ?? 'every',
  },
  {
    id: 'usedInFeatures',
    header: 'Flags',
    value: ({ usedInFeatures }) => usedInFeatures,
    cell: ({ usedInFeatures }) => usedInFeatures,
  },
  {
    id: 'createdAt',
    header: 'Created',
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
    <Frame
      title="Segments"
      note="Groups of users by what is known of them, for any number of flags."
    >
      <ManagedList
        noun={{ one: 'segment', many: 'segments' }}
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
            label: `Where ${segment.name} is used`,
            icon: <LinkIcon />,
            onClick: () => setShown(segment),
          },
        ]}
        removal={{
          may: (segment) => mayTo('DELETE', segment),
          warning: ({ name, usedInFeatures }) =>
            usedInFeatures === 0 ? (
              <>
                No flag uses <b>{name}</b>. It cannot be brought back.
              </>
            ) : (
              <>
                <b>{name}</b> is used by {usedInFeatures} flags, and the server will refuse to
                delete it until none does.
              </>
            ),
          send: ({ id }) => deleteSegment(id),
        }}
        empty="A segment names people once, such as beta testers, so that many flags can be on for them."
      />
      {shown && <SegmentUses segment={shown} onClose={() => setShown(undefined)} />}
    </Frame>
  );
}

function Constraints({ constraints }: Pick<Segment, 'constraints'>) {
  if (constraints.length === 0) return 'All users';
  return (
    <Stack gap={4}>
      {numbered(constraints.slice(0, 3)).map(({ item, key }) => (
        <ConstraintLine key={key} constraint={item} />
      ))}
      {constraints.length > 3 && (
        <Text size="xs" c="dimmed">
          and {constraints.length - 3} more
        </Text>
      )}
    </Stack>
  );
}

function SegmentUses({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const found = useQuery(segmentUsesQuery(segment.id));
  return (
    <Uses
      title={`Where ${segment.name} is used`}
      uses={usesOf(found.data?.strategies)}
      error={found.error}
      onClose={onClose}
    />
  );
}
