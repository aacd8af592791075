import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type {
  NewStrategy,
  Strategy,
  StrategyVariant,
} from '../../../../server/flags/strategies/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors } from '../../ui/form.ts';
import { segmentNamesQuery } from '../flags/api.ts';
import { strategyTypesQuery } from './api.ts';
import { ConstraintsEditor, constraintErrors } from './constraints-editor.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { VariantsEditor } from './variants-editor.tsx';

type Props = {
  project: string;
  /** Part of the title, usually the environment. */
  scope: string;
  /** Absent for a new strategy; missing members take their defaults. */
  strategy?: Partial<Strategy> | undefined;
  /** The only strategy type allowed; any when absent. */
  only?: string;
  /** The label of the button. */
  action: string;
  onSubmit: (strategy: NewStrategy) => Promise<unknown>;
  onClose: () => void;
};

type Values = {
  name: string;
  title: string;
  disabled: boolean;
  segments: number[];
  constraints: NonNullable<NewStrategy['constraints']>;
  variants: StrategyVariant[];
  parameters: Record<string, string>;
};

const blank: Values = {
  name: 'flexibleRollout',
  title: '',
  disabled: false,
  segments: [],
  constraints: [],
  variants: [],
  parameters: { rollout: '100', stickiness: 'default' },
};

const rules = { validate: ({ constraints }: Values) => constraintErrors(constraints) };

export default function StrategyForm(props: Props) {
  const { project, scope, strategy, only, action, onSubmit, onClose } = props;
  const form = useForm<Values>({ ...rules, initialValues: strategy ? valuesOf(strategy) : blank });
  const saving = useMutation({
    mutationFn: ({ title, ...values }: Values) => onSubmit({ ...values, title: title || null }),
    onSuccess: onClose,
    onError: (error) => form.setErrors(strategyErrors(error)),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`${strategy ? 'Edit strategy' : 'New strategy'} in ${scope}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {saving.error && <ErrorNote error={saving.error} />}
          <AudienceFields form={form} only={only} />
          <Fieldset legend="Conditions: all must match">
            <Stack gap="sm">
              <SegmentsSelect form={form} project={project} />
              <ConstraintsEditor
                constraints={form.values.constraints}
                errors={form.errors}
                onChange={(constraints) => form.setFieldValue('constraints', constraints)}
              />
            </Stack>
          </Fieldset>
          <Fieldset legend="Variants they get">
            {form.values.variants.length === 0 && (
              <Text size="sm" c="dimmed" mb="xs">
                Without variants, they get those of the environment, if there are any.
              </Text>
            )}
            <VariantsEditor
              variants={form.values.variants}
              errors={form.errors}
              onChange={(variants) => form.setFieldValue('variants', variants as StrategyVariant[])}
            />
          </Fieldset>
          <Checkbox
            label="Disabled"
            description="A disabled strategy is not evaluated"
            {...form.getInputProps('disabled', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const valuesOf = (strategy: Partial<Strategy>): Values => ({
  name: strategy.name ?? blank.name,
  title: strategy.title ?? '',
  disabled: strategy.disabled ?? false,
  segments: strategy.segments ?? [],
  constraints: strategy.constraints ?? [],
  variants: strategy.variants ?? [],
  parameters: strategy.parameters ?? {},
});

/** A change request reports `payload.title` where the form has `title`. */
const strategyErrors = (error: unknown) =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, text]) => [
      path.replace(/^payload\./, ''),
      text,
    ]),
  );

type FieldsProps = { form: UseFormReturnType<Values> };

function AudienceFields({ form, only }: FieldsProps & { only: string | undefined }) {
  const { name, parameters } = form.values;
  const types = useQuery(strategyTypesQuery).data?.strategies ?? [];
  const type = types.find((each) => each.name === name);
  const selectable = types.filter((each) =>
    only === undefined ? !each.deprecated || each.name === name : each.name === only,
  );
  const choose = (next: string | null) => {
    if (!next) return;
    form.setFieldValue('name', next);
    form.setFieldValue('parameters', next === blank.name ? blank.parameters : {});
  };
  return (
    <>
      <Select
        label="Who gets it"
        description={type?.description}
        allowDeselect={false}
        data={selectable.map((each) => ({ value: each.name, label: each.title }))}
        value={name}
        error={form.errors.name}
        onChange={choose}
      />
      {type && (
        <ParameterFields
          type={type}
          parameters={parameters}
          errors={form.errors}
          onChange={(next) => form.setFieldValue('parameters', next)}
        />
      )}
      <TextInput
        label="Title"
        description="What it is for, if that is not plain"
        maxLength={255}
        {...form.getInputProps('title')}
      />
    </>
  );
}

function SegmentsSelect({ form, project }: FieldsProps & { project: string }) {
  const segments = useQuery(segmentNamesQuery).data?.segments ?? [];
  const chosen = form.values.segments;
  const usable = segments.filter(
    (each) => chosen.includes(each.id) || !each.project || each.project === project,
  );
  return (
    <MultiSelect
      label="Segments"
      placeholder={chosen.length === 0 ? 'Any' : ''}
      searchable
      nothingFoundMessage="No such segment"
      data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      error={form.errors.segments}
      onChange={(ids) => form.setFieldValue('segments', ids.map(Number))}
    />
  );
}
