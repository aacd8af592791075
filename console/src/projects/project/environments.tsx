import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { DefaultStrategy } from '../../../../server/flags/strategies/schema.ts';
import { changeRequestConfigQuery } from '../../flags/flags/api.ts';
import { StrategyView } from '../../flags/strategies/strategy-view.tsx';
import { useMay } from '../../identity/session/api.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { GearIcon, LayersIcon, ReviewIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList, type RowAction } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts as shared } from '../../ui/texts.ts';
import { toast } from '../../ui/toasts.tsx';
import { texts as all } from '../texts.ts';
import {
  type ProjectEnvironment,
  projectEnvironmentsQuery,
  projectKey,
  removeEnvironment,
  setDefaultStrategy,
} from './api.ts';

const texts = all.project.environments;

const AddEnvironment = lazy(() => import('./add-environment.tsx'));
const ChangeRequestForm = lazy(() => import('./change-request-form.tsx'));
const StrategyForm = lazy(() => import('../../flags/strategies/strategy-form.tsx'));

const columns: ListColumn<ProjectEnvironment>[] = [
  {
    id: 'name',
    header: shared.common.name,
    cell: ({ name, type, enabled }) => (
      <Named
        name={<EnvironmentName name={name} type={type} />}
        badges={
          !enabled && (
            <Badge size="xs" color="gray" variant="light" tt="none">
              {texts.disabled}
            </Badge>
          )
        }
      />
    ),
  },
  {
    id: 'strategy',
    header: texts.defaultStrategy,
    text: ({ defaultStrategy }) =>
      defaultStrategy ? defaultStrategy.title || defaultStrategy.name : texts.allUsers,
    visibleFrom: 'sm',
    cell: ({ defaultStrategy }) =>
      defaultStrategy ? <StrategyView strategy={defaultStrategy} /> : texts.allUsers,
  },
  {
    id: 'changeRequests',
    header: texts.changes,
    cell: ({ setting }) =>
      setting?.changeRequestEnabled
        ? texts.needApprovals(setting.requiredApprovals ?? 1)
        : texts.atOnce,
  },
  {
    id: 'flags',
    header: all.environments.flagsOn,
    visibleFrom: 'md',
    cell: ({ projectEnabledToggleCount }) => projectEnabledToggleCount,
  },
];

/** The environments of the project with their settings. */
function useRows(projectId: string) {
  const found = useQuery(projectEnvironmentsQuery(projectId));
  const settings = useQuery(changeRequestConfigQuery(projectId)).data;
  const rows = useMemo(
    () =>
      found.data?.environments
        .filter(({ visible }) => visible)
        .map((each) => ({
          ...each,
          defaultStrategy: each.defaultStrategy as DefaultStrategy | undefined,
          setting: settings?.find(({ environment }) => environment === each.name),
        })),
    [found.data, settings],
  );
  return { found, rows };
}

type OpenedDialog = { of: 'strategy' | 'requests'; row: ProjectEnvironment };

/** The actions that the caller may use. */
function useActions(projectId: string, onOpen: (dialog: OpenedDialog) => void) {
  const { may } = useMay();
  const mayAny = (...permissions: string[]) => permissions.some((each) => may(each, projectId));
  return (row: ProjectEnvironment): RowAction[] => [
    ...(mayAny('UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE')
      ? [
          {
            label: texts.defaultStrategyIn(row.name),
            icon: <GearIcon />,
            onClick: () => onOpen({ of: 'strategy', row }),
          },
        ]
      : []),
    ...(mayAny('UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE')
      ? [
          {
            label: texts.changeRequestsIn(row.name),
            text: texts.changeRequests,
            icon: <ReviewIcon />,
            onClick: () => onOpen({ of: 'requests', row }),
          },
        ]
      : []),
  ];
}

export default function Environments({ projectId }: { projectId: string }) {
  const { may } = useMay();
  const { found, rows } = useRows(projectId);
  const [dialog, setDialog] = useState<OpenedDialog>();
  const mayUpdate = may('UPDATE_PROJECT', projectId);
  const actions = useActions(projectId, setDialog);
  const form = useMemo(
    () =>
      ({ onClose }: { onClose: () => void }) => (
        <AddEnvironment projectId={projectId} onClose={onClose} />
      ),
    [projectId],
  );
  return (
    <>
      <ManagedList
        name="project-environments"
        noun={all.environments.noun}
        found={found}
        rows={rows}
        columns={columns}
        rowKey={({ name }) => name}
        nameOf={({ name }) => name}
        invalidates={[projectKey(projectId), ['change-request-config', projectId]]}
        form={form}
        mayCreate={mayUpdate && (found.data?.environments.some(({ visible }) => !visible) ?? false)}
        createLabel={texts.add}
        actions={actions}
        removal={{
          may: () => mayUpdate,
          verb: texts.removal,
          warning: ({ name }) => texts.removeWarning(name),
          send: ({ name }) => removeEnvironment(projectId, name),
        }}
        icon={LayersIcon}
        empty={texts.empty}
      />
      {dialog && (
        <Suspense>
          {dialog.of === 'requests' ? (
            <ChangeRequestForm
              projectId={projectId}
              environment={dialog.row}
              onClose={() => setDialog(undefined)}
            />
          ) : (
            <DefaultStrategyForm
              projectId={projectId}
              environment={dialog.row}
              onClose={() => setDialog(undefined)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

type FormProps = { projectId: string; environment: ProjectEnvironment; onClose: () => void };

function DefaultStrategyForm({ projectId, environment, onClose }: FormProps) {
  const { name, defaultStrategy: before } = environment;
  const refresh = useRefresh([projectKey(projectId)]);
  const scope = { projectId, environment: name };
  return (
    <StrategyForm
      project={projectId}
      scope={texts.defaultStrategyScope(name)}
      only="flexibleRollout"
      action={shared.common.save}
      strategy={before && { ...before, id: '', featureName: '' }}
      onSubmit={async (strategy) => {
        await setDefaultStrategy(scope, strategy);
        await refresh();
        toast(
          texts.defaultStrategySaved(name),
          before && (() => setDefaultStrategy(scope, before).then(refresh)),
        );
      }}
      onClose={onClose}
    />
  );
}
