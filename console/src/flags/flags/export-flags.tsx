import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ensureNow } from '../../api.ts';
import { csvLine } from '../../ui/csv.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { allFlags, environmentsQuery, type FlagSearch, type FoundFlag } from './api.ts';
import { texts } from './texts.ts';

const own = texts.export;

/** More would not fit the memory of a browser tab with certainty. */
const flagsMax = 100_000;

type Props = { search: FlagSearch; total: number };

/** Downloads all flags that match, not only the page. */
export default function ExportFlags({ search, total }: Props) {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const running = useRef(new AbortController());
  const wanted = Math.min(total, flagsMax);
  const exporting = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      const { signal } = running.current;
      setDone(0);
      const { environments } = await ensureNow(client, environmentsQuery);
      const names = environments.map(({ name }) => name);
      const parts = [csvLine([...columns.map(([title]) => title), ...names])];
      let count = 0;
      for await (const { features } of allFlags(search, { max: flagsMax, signal })) {
        parts.push(features.map((flag) => csvLine(cellsOf(flag, names))).join(''));
        count += features.length;
        setDone(count);
      }
      saveAs('flags.csv', 'text/csv;charset=utf-8', parts);
      return count;
    },
    onSuccess: (count) => {
      const all = total <= flagsMax;
      const flags = ui.common.flags(count);
      toast(all ? own.done(flags) : own.doneFirst(flags));
    },
    onError: (error) => {
      if (!running.current.signal.aborted) toastError(error);
    },
  });
  if (exporting.isPending) {
    const share = Math.round((100 * done) / Math.max(wanted, 1));
    return (
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" c="dimmed" role="status">
          {own.progress(done, wanted)}
        </Text>
        <Progress value={share} w={80} aria-label={own.label} />
        <Button size="xs" variant="subtle" onClick={() => running.current.abort()}>
          {own.cancel}
        </Button>
      </Group>
    );
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<DownloadIcon size={14} />}
      disabled={total === 0}
      onClick={() => exporting.mutate()}
    >
      {ui.table.exportCsv}
    </Button>
  );
}

const columns: readonly (readonly [string, (flag: FoundFlag) => string | null])[] = [
  ['name', ({ name }) => name],
  ['project', ({ project }) => project],
  ['type', ({ type }) => type],
  ['description', ({ description }) => description],
  ['state', (flag) => stateOf(flag)],
  ['lifecycle', ({ lifecycle }) => lifecycle.stage],
  ['tags', ({ tags }) => tags.map(({ type, value }) => `${type}:${value}`).join(' ')],
  ['segments', ({ segments }) => segments.join(' ')],
  ['createdAt', ({ createdAt }) => createdAt],
  ['createdBy', ({ createdBy }) => createdBy.name],
  ['lastSeenAt', ({ lastSeenAt }) => lastSeenAt],
  ['favorite', ({ favorite }) => String(favorite)],
];

function stateOf({ archivedAt, stale, potentiallyStale }: FoundFlag): string {
  if (archivedAt) return 'archived';
  if (potentiallyStale) return 'potentially-stale';
  return stale ? 'stale' : 'active';
}

function cellsOf(flag: FoundFlag, environments: readonly string[]): string[] {
  const enabled = new Map(flag.environments.map((each) => [each.name, each.enabled]));
  const states = environments.map((name) => {
    const state = enabled.get(name);
    return state === undefined ? '' : state ? 'on' : 'off';
  });
  return [...columns.map(([, cell]) => cell(flag) ?? ''), ...states];
}
