import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';

type Props<Data> = {
  title: string;
  found: UseQueryResult<Data>;
  note?: (data: Data) => string | undefined;
  children: (data: Data) => ReactNode;
};

/** A panel that shows what was found, or why it was not. */
export function LoadedPanel<Data>({ title, found, note, children }: Props<Data>) {
  const { data, error } = found;
  return (
    <Panel title={title} note={data !== undefined && note?.(data)}>
      {error && <ErrorNote error={error} onRetry={() => void found.refetch()} />}
      {data === undefined && !error && <PanelSkeleton />}
      {data !== undefined && children(data)}
    </Panel>
  );
}

/** Below or instead of a chart. */
export const Remark = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" mt={4}>
    {children}
  </Text>
);
