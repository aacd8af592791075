import { Anchor, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths, pathTo } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useLeave } from '../../ui/leave.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { useProjectNames } from '../flags/project-name.ts';
import type { SelectedFlag } from '../flags/selected.ts';
import { proposedIn, type Wanted } from './actions.ts';
import { Fields, isComplete } from './fields.tsx';
import { texts } from './texts.ts';
import { type FlagOutcome, useBulk, useProduction, useProtection } from './use-bulk.ts';
import { Warnings } from './warnings.tsx';
import { actionText, counted, titleOf, warningsOf } from './words.ts';

type Props = {
  initial: Wanted;
  flags: readonly SelectedFlag[];
  /** With the flags that stay selected after the action. */
  onSelect: (flags: SelectedFlag[]) => void;
  onClose: () => void;
};

/** Confirms an action on several flags, shows its progress, and what could not be done. */
export default function BulkDialog({ initial, onSelect, onClose, ...props }: Props) {
  // The list changes while the action runs; the dialog is about the flags it was opened with.
  const [flags] = useState(props.flags);
  const bulk = useBulk(flags, { onSelect, onClose });
  const [wanted, setWanted] = useState(initial);
  const isDirty = () => bulk.phase === 'form' && wanted !== initial;
  const leave = useLeave({ isDirty, onClose });
  return (
    <Dialog
      onClose={bulk.phase === 'running' ? bulk.cancel : leave.close}
      closeOnClickOutside={bulk.phase === 'form'}
      closeOnEscape={!leave.asking}
      title={titleOf(initial, flags.length)}
    >
      {leave.confirmation}
      {bulk.phase === 'form' && (
        <Form
          wanted={wanted}
          flags={flags}
          onChange={setWanted}
          onStart={bulk.start}
          onClose={leave.close}
        />
      )}
      {bulk.phase === 'running' && (
        <Running count={bulk.count} total={flags.length} onCancel={bulk.cancel} />
      )}
      {bulk.phase === 'finished' && (
        <Finished
          outcome={bulk.outcome}
          left={bulk.cancelled ? flags.length - bulk.count : 0}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type FormProps = {
  wanted: Wanted;
  flags: readonly SelectedFlag[];
  onChange: (wanted: Wanted) => void;
  onStart: ReturnType<typeof useBulk>['start'];
  onClose: () => void;
};

function Form({ wanted, flags, onChange, onStart, onClose }: FormProps) {
  const protection = useProtection(flags);
  const production = useProduction();
  const projectName = useProjectNames();
  if (!protection) return <Progress value={100} animated aria-label={ui.common.loading} />;
  const complete = isComplete(wanted, flags.length);
  const context = { flags, protection, production, projectName };
  const warnings = complete ? warningsOf(wanted, context) : [];
  const proposed = flags.every(({ project }) => proposedIn(wanted, protection, project));
  const destructive = !proposed && (wanted.kind === 'archive' || wanted.kind === 'delete');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onStart(wanted, protection);
      }}
    >
      <Stack>
        <Fields wanted={wanted} flags={flags} protection={protection} onChange={onChange} />
        <Names flags={flags} />
        <Warnings texts={warnings} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui.common.cancel}
          </Button>
          <Button type="submit" disabled={!complete} {...(destructive ? { color: 'red' } : {})}>
            {actionText(wanted, flags.length, proposed)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const namesMax = 8;

function Names({ flags }: { flags: readonly SelectedFlag[] }) {
  const names = flags.slice(0, namesMax).map(({ name }) => name);
  const more = flags.length - names.length;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {more > 0 ? texts.andMore(names.join(', '), more) : names.join(', ')}
    </Text>
  );
}

type RunningProps = { count: number; total: number; onCancel: () => void };

function Running({ count, total, onCancel }: RunningProps) {
  return (
    <Stack>
      <Progress value={(100 * count) / total} aria-label={texts.progress} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {texts.doneOf(count, total)}
        </Text>
        <Button variant="default" onClick={onCancel}>
          {texts.stop}
        </Button>
      </Group>
    </Stack>
  );
}

const own = texts.outcome;

type FinishedProps = { outcome: FlagOutcome; left: number; onClose: () => void };

function Finished({ outcome, left, onClose }: FinishedProps) {
  const { changed, proposed, failed, requests } = outcome;
  const projectName = useProjectNames();
  return (
    <Stack>
      <div role="status">
        {changed.length > 0 && <Text size="sm">{own.changed(counted(changed.length))}</Text>}
        {requests.map(({ id, project }) => (
          <Text key={id} size="sm">
            {own.addedIn(projectName(project))}{' '}
            <Anchor
              component={Link}
              inherit
              to={pathTo(paths.changeRequest, { projectId: project, id })}
            >
              {own.request(id)}
            </Anchor>
            .
          </Text>
        ))}
        {proposed.length > 0 && <Text size="sm">{own.waiting(counted(proposed.length))}</Text>}
        {left > 0 && <Text size="sm">{own.stoppedBefore(counted(left))}</Text>}
        {failed.length > 0 && (
          <Text size="sm" fw={600}>
            {own.failed(counted(failed.length))}
          </Text>
        )}
      </div>
      {failed.length > 0 && <Failures failed={failed} />}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {ui.common.close}
        </Button>
      </Group>
    </Stack>
  );
}

const failuresMax = 200;

function Failures({ failed }: { failed: FlagOutcome['failed'] }) {
  return (
    <ScrollRegion label={own.failures} maxHeight={260}>
      <List size="sm" listStyleType="none" spacing={6}>
        {failed.slice(0, failuresMax).map(({ item, reason }) => (
          <List.Item key={item.name}>
            <b style={{ overflowWrap: 'anywhere' }}>{item.name}</b>: {reason}
          </List.Item>
        ))}
      </List>
      {failed.length > failuresMax && (
        <Text size="sm" c="dimmed">
          {own.moreFailures(failed.length - failuresMax)}
        </Text>
      )}
    </ScrollRegion>
  );
}
