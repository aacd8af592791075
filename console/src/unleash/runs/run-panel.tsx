import { Alert, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { numbered } from '../../ui/form.ts';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { cancelImport, type ImportRun, type ImportSummary, importRunQuery } from './api.ts';

const titles = { preview: 'Preview', import: 'Import' };

/** The last run: its progress, or its result. */
export function RunPanel({ run }: { run: ImportRun }) {
  const { kind, state, url, startedBy, startedAt, error, summary } = run;
  return (
    <Panel
      title={titles[kind]}
      note={
        <>
          {url}, started by {startedBy} <TimeAgo at={startedAt} />
        </>
      }
      actions={state === 'running' && <CancelButton kind={kind} />}
    >
      <Stack>
        {state === 'running' && <RunProgress run={run} />}
        {state === 'cancelled' && (
          <Alert color="yellow" role="status" title={`The ${kind} was cancelled`}>
            {kind === 'import' && 'What it has imported remains. Another import brings the rest.'}
          </Alert>
        )}
        {state === 'failed' && (
          <Alert color="red" role="alert" title={`The ${kind} failed`}>
            {error}
          </Alert>
        )}
        {state === 'complete' && (
          <Alert color="teal" role="status" title={`The ${kind} is complete`}>
            {kind === 'preview' ? 'Nothing was changed.' : 'SDKs receive the imported flags.'}
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
        {`Cancel the ${kind}`}
      </Button>
    </Group>
  );
}

function RunProgress({ run: { kind, progress } }: { run: ImportRun }) {
  const { phase, rows = 0, total } = progress ?? {};
  const counted = total === undefined ? `${rows}` : `${rows} of ${total}`;
  const text = phase === undefined ? 'Connecting' : `${phase}: ${counted}`;
  const percent = total ? Math.min(100, (100 * rows) / total) : 100;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress
        value={percent}
        animated={total === undefined}
        aria-label={`Progress of the ${kind}`}
      />
    </Stack>
  );
}

type Line = ImportSummary['tables'][number];

const count = (id: keyof Line, header: string): Column<Line> => ({
  id,
  header,
  align: 'right',
  cell: (line) => line[id],
});

const columns: readonly Column<Line>[] = [
  { id: 'name', header: 'Data', cell: ({ name }) => name },
  count('total', 'In Unleash'),
  count('created', 'New'),
  count('changed', 'Changed'),
  count('removed', 'Removed'),
  count('unchanged', 'Unchanged'),
  count('leftOut', 'Left out'),
];

function SummaryView({ summary }: { summary: ImportSummary }) {
  const { tables, events, differences, leftOut } = summary;
  const none = { changed: 0, removed: 0, unchanged: 0, leftOut: 0 };
  const lines = [...tables, { name: 'events', total: events, created: events, ...none }];
  return (
    <>
      <DataTable label="Result" columns={columns} rows={lines} rowKey={({ name }) => name} />
      <Sentences title="Becomes as it is in Unleash" sentences={differences} />
      <Sentences title="Left out" sentences={leftOut} />
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
