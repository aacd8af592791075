import { Alert, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatNumber } from '../../language.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { numbered } from '../../ui/form.ts';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.ts';
import { cancelImport, type ImportRun, type ImportSummary, importRunQuery } from './api.ts';

const text = texts.runs;

/** The last run: its progress, or its result. */
export function RunPanel({ run }: { run: ImportRun }) {
  const { kind, state, url, startedBy, startedAt, error, summary } = run;
  return (
    <Panel
      title={text[kind].title}
      note={
        <>
          {text.startedBy(url, startedBy)} <TimeAgo at={startedAt} />
        </>
      }
      actions={state === 'running' && <CancelButton kind={kind} />}
    >
      <Stack>
        {state === 'running' && <RunProgress run={run} />}
        {state === 'cancelled' && (
          <Alert color="yellow" role="status" title={text[kind].cancelled}>
            {kind === 'import' && text.cancelledNote}
          </Alert>
        )}
        {state === 'failed' && (
          <Alert color="red" role="alert" title={text[kind].failed}>
            {error}
          </Alert>
        )}
        {state === 'complete' && (
          <Alert color="teal" role="status" title={text[kind].complete}>
            {kind === 'preview' ? text.previewedNote : text.importedNote}
          </Alert>
        )}
        {summary && <SummaryView summary={summary} />}
      </Stack>
    </Panel>
  );
}

function CancelButton({ kind }: Pick<ImportRun, 'kind'>) {
  const refresh = useRefresh([importRunQuery.queryKey]);
  const cancel = useMutation({ mutationFn: cancelImport, onSuccess: refresh });
  return (
    <Group>
      {cancel.error && <ErrorNote error={cancel.error} />}
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {text[kind].cancel}
      </Button>
    </Group>
  );
}

function RunProgress({ run: { kind, progress } }: { run: ImportRun }) {
  const { phase, rows = 0, total } = progress ?? {};
  const percent = total ? Math.min(100, (100 * rows) / total) : 100;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {phase === undefined ? text.connecting : text.progress(phaseName(phase), rows, total)}
      </Text>
      <Progress value={percent} animated={total === undefined} aria-label={text[kind].progress} />
    </Stack>
  );
}

const data: Readonly<Record<string, string>> = text.data;
const dataName = (name: string): string => data[name] ?? name;

function phaseName(phase: string): string {
  const [, read] = /^reading (.+)$/.exec(phase) ?? [];
  return read === undefined ? dataName(phase) : text.reading(dataName(read));
}

type Line = ImportSummary['tables'][number];

const { result } = text;

const count = (id: Exclude<keyof Line, 'name'>): Column<Line> => ({
  id,
  header: result[id],
  align: 'right',
  cell: (line) => formatNumber(line[id]),
});

const columns: readonly Column<Line>[] = [
  { id: 'name', header: result.data, cell: ({ name }) => dataName(name) },
  count('total'),
  count('created'),
  count('changed'),
  count('removed'),
  count('unchanged'),
  count('leftOut'),
];

function SummaryView({ summary }: { summary: ImportSummary }) {
  const { tables, events, differences, leftOut } = summary;
  const none = { changed: 0, removed: 0, unchanged: 0, leftOut: 0 };
  const lines = [...tables, { name: 'events', total: events, created: events, ...none }];
  return (
    <>
      <DataTable label={result.label} columns={columns} rows={lines} rowKey={({ name }) => name} />
      <Sentences title={result.differences} sentences={differences} />
      <Sentences title={result.leftOut} sentences={leftOut} />
    </>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      <List size="sm">
        {numbered(sentences).map(({ item, key }) => (
          <List.Item key={key}>{item}</List.Item>
        ))}
      </List>
    </div>
  );
}
