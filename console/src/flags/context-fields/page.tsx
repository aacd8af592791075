import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { LinkIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Uses } from '../../ui/uses.tsx';
import { contextFieldsQuery } from '../strategies/api.ts';
import { usesOf } from '../strategies/uses.ts';
import { deleteField, fieldUsesQuery } from './api.ts';

const FieldForm = lazy(() => import('./field-form.tsx'));

const columns: ListColumn<ContextField>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, description }) => <Named name={name} note={description} />,
  },
  {
    id: 'legalValues',
    header: 'Legal values',
    visibleFrom: 'sm',
    value: ({ legalValues }) => legalValues.length,
    cell: ({ legalValues }) =>
      legalValues.length === 0 ? 'every value' : legalValues.map(({ value }) => value).join(', '),
  },
  {
    id: 'stickiness',
    header: 'Stickiness',
    visibleFrom: 'sm',
    value: ({ stickiness }) => Number(stickiness),
    cell: ({ stickiness }) => (stickiness ? 'yes' : 'no'),
  },
  {
    id: 'usedInFeatures',
    header: 'Flags',
    value: ({ usedInFeatures }) => usedInFeatures,
    cell: ({ usedInFeatures }) => usedInFeatures,
  },
];

export function Page() {
  const { may } = useMay();
  const found = useQuery(contextFieldsQuery);
  const [shown, setShown] = useState<ContextField>();
  return (
    <Frame
      title="Context fields"
      note="Properties of the evaluation context, for constraints and rollouts."
    >
      <ManagedList
        noun={{ one: 'context field', many: 'context fields' }}
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
            label: `Where ${field.name} is used`,
            icon: <LinkIcon />,
            onClick: () => setShown(field),
          },
        ]}
        removal={{
          may: () => may('DELETE_CONTEXT_FIELD'),
          warning: ({ name, usedInFeatures }) => (
            <>
              <b>{name}</b> is deleted with its legal values.{' '}
              {usedInFeatures > 0 &&
                `${usedInFeatures} flags use it, and the server will refuse until none does.`}
            </>
          ),
          send: ({ name }) => deleteField(name),
        }}
        empty="A context field is a property that applications send for evaluation, such as a plan or a country."
      />
      {shown && <FieldUses field={shown} onClose={() => setShown(undefined)} />}
    </Frame>
  );
}

function FieldUses({ field, onClose }: { field: ContextField; onClose: () => void }) {
  const found = useQuery(fieldUsesQuery(field.name));
  return (
    <Uses
      title={`Where ${field.name} is used`}
      uses={usesOf(found.data?.strategies)}
      error={found.error}
      onClose={onClose}
    />
  );
}
