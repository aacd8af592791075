import { ActionIcon, Menu } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { CopyIcon, MoreIcon } from '../../ui/icons.tsx';
import { useMayChange } from '../flags/rights.ts';
import type { FlagEnvironment } from './environment-panel.tsx';
import { texts } from './texts.ts';

const CopyEnvironment = lazy(() => import('./copy-environment.tsx'));

const t = texts.environment;

const permissions = [
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
];

/** What can be done with all strategies of an environment. */
export function EnvironmentMenu({ flag, environment }: FlagEnvironment) {
  const mayChange = useMayChange(flag.project);
  const [to, setTo] = useState<string>();
  const targets = flag.environments
    .map(({ name }) => name)
    .filter((name) => name !== environment.name)
    .filter((name) => permissions.some((each) => mayChange(each, name)));
  if (flag.archived || environment.strategies.length === 0 || targets.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t.more(environment.name)}>
            <MoreIcon size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {targets.map((name) => (
            <Menu.Item key={name} leftSection={<CopyIcon size={14} />} onClick={() => setTo(name)}>
              {t.copyTo(name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {to !== undefined && (
        <Suspense>
          <CopyEnvironment
            flag={flag}
            from={environment.name}
            to={to}
            onClose={() => setTo(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
