import { Button, Group, Modal, MultiSelect, Select, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../server/flags/schema.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { parentVariantsQuery, possibleParentsQuery } from './api.ts';
import { useChange } from './writes.ts';

type Props = { flag: Flag; onClose: () => void };
type When = 'on' | 'off' | 'variants';

export default function DependencyForm({ flag, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const { change, guard } = useChange(key);
  const parents = useQuery(possibleParentsQuery(key)).data ?? [];
  const [parent, setParent] = useState('');
  const [when, setWhen] = useState<When>('on');
  const [variants, setVariants] = useState<string[]>([]);
  const known = useQuery(parentVariantsQuery(flag.project, parent)).data ?? [];
  const saving = useMutation({
    mutationFn: () =>
      change(
        {
          action: 'addDependency',
          payload: {
            feature: parent,
            enabled: when !== 'off',
            ...(when === 'variants' ? { variants } : {}),
          },
        },
        {
          done: `It depends on ${parent} now`,
          undo: { action: 'deleteDependency', payload: parent },
        },
      ),
    onSuccess: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Depend on another flag"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {saving.error && <ErrorNote error={saving.error} />}
        <Select
          label="Parent"
          description={`${flag.name} is only on where this one allows it`}
          searchable
          limit={50}
          data-autofocus
          data={parents}
          value={parent || null}
          nothingFoundMessage="No such flag in the project"
          onChange={(name) => setParent(name ?? '')}
        />
        <Select
          label="Condition"
          allowDeselect={false}
          data={[
            { value: 'on', label: 'the parent is on' },
            { value: 'off', label: 'the parent is off' },
            { value: 'variants', label: 'the parent shows certain variants' },
          ]}
          value={when}
          onChange={(next) => next && setWhen(next as When)}
        />
        {when === 'variants' && (
          <MultiSelect label="Variants" data={known} value={variants} onChange={setVariants} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={parent === ''}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {guard === undefined ? 'Add parent' : 'Add to draft'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
