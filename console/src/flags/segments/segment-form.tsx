import { Fieldset, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Segment } from '../../../../server/flags/segments/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { projectNamesQuery } from '../flags/api.ts';
import { ConstraintsEditor, constraintErrors } from '../strategies/constraints-editor.tsx';
import { createSegment, deleteSegment, updateSegment } from './api.ts';

type Props = { item: Segment | undefined; onClose: () => void };

export default function SegmentForm({ item, onClose }: Props) {
  const { may } = useMay();
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const everywhere = may(item ? 'UPDATE_SEGMENT' : 'CREATE_SEGMENT');
  const usable = projects.filter(
    ({ id }) => everywhere || may('UPDATE_PROJECT_SEGMENT', id) || item?.project === id,
  );
  const before = {
    name: item?.name ?? '',
    description: item?.description ?? '',
    project: item ? item.project : everywhere ? null : (usable[0]?.id ?? null),
    constraints: item?.constraints ?? [],
  };
  const form = useForm({
    initialValues: before,
    validate: ({ constraints }) => constraintErrors(constraints),
  });
  return (
    <FormDialog
      title={item ? `Segment ${item.name}` : 'New segment'}
      action={item ? 'Save' : 'Create segment'}
      size="xl"
      form={form}
      send={async (values) => {
        if (!item) return createSegment(values);
        await updateSegment(item.id, values);
        return item;
      }}
      invalidates={[['segments']]}
      message={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={({ id }) => (item ? updateSegment(id, before) : deleteSegment(id))}
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      <DescriptionField form={form} />
      <Select
        label="Project"
        description="Whose flags may use it"
        placeholder="Every project"
        searchable
        clearable={everywhere}
        data={usable.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('project')}
      />
      <Fieldset legend="Constraints: all must match">
        {form.values.constraints.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            Without constraints, it contains all users.
          </Text>
        )}
        <ConstraintsEditor
          constraints={form.values.constraints}
          errors={form.errors}
          onChange={(constraints) => form.setFieldValue('constraints', constraints)}
        />
      </Fieldset>
    </FormDialog>
  );
}
