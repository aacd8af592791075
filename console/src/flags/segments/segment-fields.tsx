import { Fieldset, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Constraint } from '../../../../server/flags/strategies/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { Picker } from '../../ui/picker.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { projectNamesQuery } from '../flags/api.ts';
import { useProjectNames } from '../flags/project-name.ts';
import { ConstraintsEditor } from '../strategies/constraints-editor.tsx';
import { texts } from '../texts.ts';

const t = texts.segments.form;

export type SegmentValues = {
  name: string;
  description: string;
  project: string | null;
  constraints: Constraint[];
};

type Props = {
  form: UseFormReturnType<SegmentValues>;
  /** Required for segments of all projects. */
  permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT';
  /** The project it already belongs to. */
  before?: string | null;
};

export function SegmentFields({ form, permission, before }: Props) {
  const { may } = useMay();
  const nameOf = useProjectNames();
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const everywhere = may(permission);
  const usable = projects.filter(
    ({ id }) => everywhere || may('UPDATE_PROJECT_SEGMENT', id) || id === before,
  );
  return (
    <>
      <NameField form={form} maxLength={255} />
      <DescriptionField form={form} />
      <Picker
        label={shared.common.project}
        description={t.projectNote}
        placeholder={t.everyProject}
        clearable={everywhere}
        data={usable.map(({ id }) => ({ value: id, label: nameOf(id) }))}
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
    </>
  );
}
