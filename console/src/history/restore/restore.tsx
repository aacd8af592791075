import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { earlierFlagQuery } from '../../flags/versions/api.ts';
import { texts as ui } from '../../ui/texts.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';
import { restoreFlag } from './api.ts';
import { ChangesDialog } from './changes-dialog.tsx';

const text = texts.restore.version;

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
      title={text.title}
      action={text.action}
      done={text.done}
      impossible={text.impossible}
      unchanged={text.unchanged}
      previewKey={['restore', key, at, chosen]}
      ready={chosen?.length !== 0}
      send={(options) =>
        restoreFlag(key, {
          to: at,
          ...options,
          ...(chosen === undefined ? {} : { environments: chosen }),
        })
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        {time && <Text size="sm">{text.asOf(exactTime(time))}</Text>}
        <Radio.Group
          label={text.scope}
          value={chosen === undefined ? 'all' : 'some'}
          onChange={(scope) => setChosen(scope === 'all' ? undefined : environments)}
        >
          <Group mt={6}>
            <Radio value="all" label={text.wholeFlag} />
            <Radio
              value="some"
              label={text.someEnvironments}
              disabled={environments.length === 0}
            />
          </Group>
        </Radio.Group>
        {chosen !== undefined && (
          <Checkbox.Group
            label={ui.common.environments}
            value={chosen}
            onChange={setChosen}
            error={chosen.length === 0 && text.selectOne}
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
