import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import type { Segment } from '../../../../server/flags/segments/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { FieldsIcon, UsesIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { descriptionOf } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { Uses } from '../../ui/uses.tsx';
import { segmentsQuery } from '../segments/api.ts';
import { contextFieldsQuery } from '../strategies/api.ts';
import { useUses } from '../strategies/uses.ts';
import { deleteField, fieldUsesQuery } from './api.ts';
import { texts } from './texts.ts';

const FieldForm = lazy(() => import('./field-form.tsx'));

const columns: ListColumn<ContextField>[] = [
  {
    id: 'name',
    header: ui.common.name,
    value: ({ name }) => name,
    cell: (field) => <Named name={field.name} note={descriptionOf(field)} />,
  },
  {
    id: 'legalValues',
    header: texts.legalValues,
    visibleFrom: 'sm',
    value: ({ legalValues }) => legalValues.length,
    cell: ({ legalValues }) =>
      legalValues.length === 0
        ? texts.everyValue
        : legalValues.map(({ value }) => value).join(', '),
  },
  {
    id: 'stickiness',
    header: texts.stickiness,
    visibleFrom: 'sm',
    value: ({ stickiness }) => Number(stickiness),
    cell: ({ stickiness }) => (stickiness ? texts.yes : texts.no),
  },
  {
    id: 'usedInFeatures',
    header: texts.flags,
    value: ({ usedInFeatures }) => usedInFeatures,
    cell: ({ usedInFeatures }) => usedInFeatures,
  },
];

export function Page() {
  const { may } = useMay();
  const found = useQuery(contextFieldsQuery);
  const segments = useQuery(segmentsQuery).data?.segments ?? [];
  const [shown, setShown] = useState<ContextField>();
  return (
    <Frame title={texts.title} note={texts.note}>
      <ManagedList
        name="context-fields"
        noun={texts.noun}
        found={found}
        rows={found.data}
        columns={columns}
        rowKey={({ name }) => name}
        nameOf={({ name }) => name}
        textOf={({ name, description }) => `${name} ${description}`}
        invalidates={[['context-fields']]}
        form={FieldForm}
        mayCreate={may('CREATE_CONTEXT_FIELD')}
        mayEdit={() => may('UPDATE_CONTEXT_FIELD')}
        actions={(field) => [
          {
            label: texts.uses(field.name),
            icon: <UsesIcon />,
            onClick: () => setShown(field),
          },
        ]}
        removal={{
          may: () => may('DELETE_CONTEXT_FIELD'),
          warning: (field) => (
            <>
              <b>{field.name}</b>{' '}
              {isUsed(field, segments) ? texts.deleteInUse : texts.deleteWarning}
            </>
          ),
          refused: (field) => isUsed(field, segments),
          send: ({ name }) => deleteField(name),
        }}
        icon={FieldsIcon}
        empty={texts.empty}
      />
      {shown && <FieldUses field={shown} onClose={() => setShown(undefined)} />}
    </Frame>
  );
}

function FieldUses({ field, onClose }: { field: ContextField; onClose: () => void }) {
  const found = useQuery(fieldUsesQuery(field.name));
  const segments = useQuery(segmentsQuery);
  const strategies = useUses(found.data?.strategies);
  return (
    <Uses
      title={texts.uses(field.name)}
      uses={
        strategies &&
        segments.data && [...segmentUses(field, segments.data.segments), ...strategies]
      }
      error={found.error ?? segments.error}
      onClose={onClose}
    />
  );
}

const isUsed = (field: ContextField, segments: readonly Segment[]) =>
  field.usedInFeatures > 0 || segmentsWith(field, segments).length > 0;

const segmentsWith = ({ name }: ContextField, segments: readonly Segment[]) =>
  segments.filter(({ constraints }) => constraints.some((each) => each.contextName === name));

/** As items of `Uses`; a flag that has such a segment does not use the field itself. */
const segmentUses = (field: ContextField, segments: readonly Segment[]) =>
  segmentsWith(field, segments).map(({ id, name, usedInFeatures }) => ({
    key: `segment ${id}`,
    label: name,
    note: texts.segment(ui.common.flags(usedInFeatures)),
    to: `${paths.segments}?query=${encodeURIComponent(name)}`,
  }));
