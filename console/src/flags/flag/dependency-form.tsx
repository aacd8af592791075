import { Button, Group, MultiSelect, Select, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useLeave } from '../../ui/leave.tsx';
import { Picker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { type FlagKey, parentVariantsQuery, possibleParentsQuery } from './api.ts';
import { texts } from './texts.ts';
import { useChange } from './writes.ts';

const t = texts.dependencies;

type Props = { flag: Flag; onClose: () => void };
type Condition = { when: 'on' | 'off' | 'variants'; variants: string[] };

const payloadOf = ({ when, variants }: Condition) => ({
  enabled: when !== 'off',
  ...(when === 'variants' ? { variants } : {}),
});

export default function DependencyForm({ flag, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const { change, labels } = useChange(key);
  const [parent, setParent] = useState('');
  const [condition, setCondition] = useState<Condition>({ when: 'on', variants: [] });
  const saving = useMutation({
    mutationFn: () =>
      change(
        {
          action: 'addDependency',
          payload: { feature: parent, ...payloadOf(condition) },
        },
        {
          done: t.added(parent),
          undo: { action: 'deleteDependency', payload: parent },
        },
      ),
    onSuccess: onClose,
  });
  const leave = useLeave({ isDirty: () => parent !== '', onClose });
  return (
    <Dialog onClose={leave.close} closeOnEscape={!leave.asking} title={t.formTitle}>
      {leave.confirmation}
      <Stack>
        {saving.error && <ErrorNote error={saving.error} />}
        <ParentField flag={key} parent={parent} onChange={setParent} />
        <ConditionFields
          project={flag.project}
          parent={parent}
          condition={condition}
          onChange={setCondition}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave.close}>
            {ui.common.cancel}
          </Button>
          <Button
            disabled={parent === ''}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {labels(t.add).action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type ParentProps = { flag: FlagKey; parent: string; onChange: (parent: string) => void };

function ParentField({ flag, parent, onChange }: ParentProps) {
  const parents = useQuery(possibleParentsQuery(flag)).data ?? [];
  return (
    <Picker
      label={t.parent}
      description={t.parentNote(flag.featureName)}
      limit={50}
      data-autofocus
      data={parents}
      value={parent || null}
      nothingFoundMessage={t.unknown}
      onChange={(name) => onChange(name ?? '')}
    />
  );
}

type ConditionProps = {
  project: string;
  parent: string;
  condition: Condition;
  onChange: (condition: Condition) => void;
};

function ConditionFields({ project, parent, condition, onChange }: ConditionProps) {
  const parentVariants = useQuery(parentVariantsQuery(project, parent)).data ?? [];
  return (
    <>
      <Select
        label={t.condition}
        allowDeselect={false}
        data={[
          { value: 'on', label: t.parentOn },
          { value: 'off', label: t.parentOff },
          { value: 'variants', label: t.parentVariants },
        ]}
        value={condition.when}
        onChange={(when) => when && onChange({ ...condition, when: when as Condition['when'] })}
      />
      {condition.when === 'variants' && (
        <MultiSelect
          label={t.variants}
          data={parentVariants}
          value={condition.variants}
          onChange={(variants) => onChange({ ...condition, variants })}
        />
      )}
    </>
  );
}
