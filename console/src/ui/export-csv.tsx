import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { csvLine, saveCsv } from './csv.ts';
import { DownloadIcon } from './icons.tsx';
import { texts } from './texts.ts';
import { toast, toastError } from './toasts.tsx';

export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string | null];

type Source<Row> = { columns: readonly CsvColumn<Row>[]; pages: AsyncIterable<readonly Row[]> };

type Props<Row> = {
  /** Of the file. */
  name: string;
  /** Plural of the rows: `flags`. */
  noun: string;
  /** Of the rows that match. */
  total: number;
  /** Reads at most `max` rows. */
  read: (options: { max: number; signal: AbortSignal }) => Promise<Source<Row>> | Source<Row>;
};

/** More would not fit the memory of a browser tab with certainty. */
const rowsMax = 100_000;

const own = texts.exportCsv;

/** Downloads all rows of a list that the server pages. */
export function ExportCsv<Row>({ name, noun, total, read }: Props<Row>) {
  const [done, setDone] = useState(0);
  const running = useRef(new AbortController());
  const wanted = Math.min(total, rowsMax);
  const exporting = useMutation({
    mutationFn: async () => {
      running.current = new AbortController();
      const { signal } = running.current;
      setDone(0);
      const { columns, pages } = await read({ max: rowsMax, signal });
      const parts = [csvLine(columns.map(([title]) => title))];
      let count = 0;
      for await (const rows of pages) {
        const lines = rows.map((row) => csvLine(columns.map(([, cell]) => cell(row) ?? '')));
        parts.push(lines.join(''));
        count += rows.length;
        setDone(count);
      }
      saveCsv(name, parts);
      return count;
    },
    onSuccess: (count) => {
      const rows = texts.pages.all(count, noun);
      toast(total <= rowsMax ? own.done(rows) : own.doneFirst(rows));
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
      {texts.table.exportCsv}
    </Button>
  );
}

const perResponse = 1000;

/** Of a list that is read with `offset` and `limit`. */
export async function* pagesByOffset<Row>(
  max: number,
  read: (page: { offset: string; limit: string }) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; offset < max; offset += perResponse) {
    const rows = await read({ offset: String(offset), limit: String(perResponse) });
    yield rows;
    if (rows.length < perResponse) return;
  }
}
