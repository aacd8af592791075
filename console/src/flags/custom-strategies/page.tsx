import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { StrategyType } from '../../../../server/flags/custom-strategies/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { CheckIcon, DeprecateIcon, GearIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { useRefresh } from '../../ui/save.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { strategyTypesQuery } from '../strategies/api.ts';
import { deleteStrategyType, setDeprecated } from './api.ts';
import { texts } from './texts.ts';

const t = texts;

const TypeForm = lazy(() => import('./type-form.tsx'));

/** It cannot be deprecated. */
const defaultType = 'default';

const columns: ListColumn<StrategyType>[] = [
  {
    id: 'title',
    header: t.columns.name,
    value: ({ title }) => title,
    cell: ({ title, name, description, deprecated }) => (
      <Named
        name={title}
        note={[name, description].filter(Boolean).join(': ')}
        badges={
          deprecated && (
            <Badge size="xs" color="orange" variant="light" tt="none">
              {t.deprecated}
            </Badge>
          )
        }
      />
    ),
  },
  {
    id: 'parameters',
    header: t.columns.parameters,
    visibleFrom: 'sm',
    cell: ({ parameters }) => parameters.map(({ name }) => name).join(', ') || t.noParameters,
  },
  {
    id: 'editable',
    header: t.columns.kind,
    visibleFrom: 'md',
    value: ({ editable }) => Number(editable),
    cell: ({ editable }) => (editable ? t.own : t.builtIn),
  },
];

export function Page() {
  const { may } = useMay();
  const found = useQuery(strategyTypesQuery);
  const refresh = useRefresh([['strategy-types']]);
  const deprecate = async ({ name, title, deprecated }: StrategyType) => {
    await setDeprecated(name, !deprecated);
    await refresh();
    toast(deprecated ? t.isReactivated(title) : t.isDeprecated(title), () =>
      setDeprecated(name, deprecated).then(refresh),
    );
  };
  return (
    <Frame title={t.title} note={t.note}>
      <ManagedList
        name="strategy-types"
        noun={t.noun}
        found={found}
        rows={found.data?.strategies}
        columns={columns}
        rowKey={({ name }) => name}
        nameOf={({ title }) => title}
        textOf={({ name, title, description }) => `${name} ${title} ${description}`}
        invalidates={[['strategy-types']]}
        form={TypeForm}
        mayCreate={may('CREATE_STRATEGY')}
        mayEdit={({ editable }) => editable && may('UPDATE_STRATEGY')}
        actions={(type) =>
          may('UPDATE_STRATEGY') && type.name !== defaultType
            ? [
                {
                  label: type.deprecated ? t.reactivate(type.title) : t.deprecate(type.title),
                  icon: type.deprecated ? <CheckIcon /> : <DeprecateIcon />,
                  onClick: () => void deprecate(type).catch(toastError),
                },
              ]
            : []
        }
        removal={{
          may: ({ editable }) => editable && may('DELETE_STRATEGY'),
          warning: ({ title }) => t.deleteWarning(title),
          send: ({ name }) => deleteStrategyType(name),
        }}
        icon={GearIcon}
        empty={t.empty}
      />
    </Frame>
  );
}
