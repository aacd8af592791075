import { Fieldset, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Segment } from '../../../../server/flags/segments/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Picker } from '../../ui/picker.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { projectNamesQuery } from '../flags/api.ts';
import { ConstraintsEditor, constraintErrors } from '../strategies/constraints-editor.tsx';
import { texts } from '../texts.ts';
import { createSegment, deleteSegment, updateSegment } from './api.ts';

const t = texts.segments.form;

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
      title={item ? t.edit(item.name) : t.add}
      action={item ? shared.common.save : t.create}
      size="xl"
      form={form}
      send={async (values) => {
        if (!item) return createSegment(values);
        await updateSegment(item.id, values);
        return item;
      }}
      invalidates={[['segments']]}
      message={({ name }) => (item ? t.changed(name) : t.created(name))}
      undo={({ id }) => (item ? updateSegment(id, before) : deleteSegment(id))}
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      <DescriptionField form={form} />
      <Picker
        label={shared.common.project}
        description={t.projectNote}
        placeholder={t.everyProject}
        clearable={everywhere}
        data={usable.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('project')}
      />
      <Fieldset legend={t.constraints}>
        {form.values.constraints.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            {t.noConstraints}
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
