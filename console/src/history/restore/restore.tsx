import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { earlierFlagQuery } from '../../flags/versions/api.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { restoreFlag } from './api.ts';
import { ChangesDialog } from './changes-dialog.tsx';

type Props = {
  flag: Flag;
  /** An event id or a time. */
  at: string;
  /** Undefined while it is not known. */
  time: string | undefined;
  onClose: () => void;
};

/** Restores a version, or some environments of it. */
export default function Restore({ flag, at, time, onClose }: Props) {
  const [chosen, setChosen] = useState<string[]>();
  const key = { projectId: flag.project, featureName: flag.name };
  const environments = useEnvironments(flag, at);
  return (
    <ChangesDialog
      project={flag.project}
      title="Restore this version?"
      action="Restore"
      done="The version was restored"
      impossible="This version cannot be restored"
      unchanged="Nothing to restore: the flag is already as it was then."
      previewKey={['restore', key, at, chosen]}
      ready={chosen?.length !== 0}
      send={(dryRun) =>
        restoreFlag(key, {
          to: at,
          dryRun,
          ...(chosen === undefined ? {} : { environments: chosen }),
        })
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        {time && <Text size="sm">The flag as it was on {exactTime(time)}.</Text>}
        <Radio.Group
          label="What to restore"
          value={chosen === undefined ? 'all' : 'some'}
          onChange={(scope) => setChosen(scope === 'all' ? undefined : environments)}
        >
          <Group mt={6}>
            <Radio value="all" label="The whole flag" />
            <Radio
              value="some"
              label="Selected environments"
              disabled={environments.length === 0}
            />
          </Group>
        </Radio.Group>
        {chosen !== undefined && (
          <Checkbox.Group
            label="Environments"
            value={chosen}
            onChange={setChosen}
            error={chosen.length === 0 && 'Select at least one'}
          >
            <Group mt={6}>
              {environments.map((name) => (
                <Checkbox key={name} value={name} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      </Stack>
    </ChangesDialog>
  );
}

/** Those that the flag has today and had then. */
function useEnvironments(flag: Flag, at: string): string[] {
  const key = { projectId: flag.project, featureName: flag.name };
  const earlier = useQuery(earlierFlagQuery(key, at)).data?.flag;
  const names = earlier?.environments.map(({ name }) => name) ?? [];
  return flag.environments.map(({ name }) => name).filter((name) => names.includes(name));
}
