import { Checkbox, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  NewStrategy,
  Strategy,
  StrategyVariant,
} from '../../../../server/flags/strategies/schema.ts';
import { isOutdated } from '../../api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { errorsAfter, fieldErrors, isOfFields } from '../../ui/form.ts';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import { loadCurrent } from '../../ui/rebase.ts';
import { type EditedChange, strategyTypesQuery } from './api.ts';
import { CodeTabs } from './code-tabs.tsx';
import { ConstraintsEditor, constraintErrors } from './constraints-editor.tsx';
import { EditorDrawer } from './editor-drawer.tsx';
import type { Others } from './effect.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { SegmentsField } from './segments-field.tsx';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import { VariantsEditor } from './variants-editor.tsx';

const t = texts.form;

type Props = {
  project: string;
  /** Part of the title, usually the environment. */
  scope: string;
  /** Absent for a new strategy; missing members take their defaults. */
  strategy?: Partial<Strategy> | undefined;
  /** The flag, if `scope` is an environment: the strategy is then also shown as a request and a file. */
  flag?: string | undefined;
  /** If known, those that the strategy is evaluated with. */
  others?: Others | undefined;
  /** The edited change of a change request. */
  change?: EditedChange | undefined;
  /** The only strategy type allowed; any when absent. */
  only?: string;
  /** The label of the button. */
  action: string;
  /** The label of the button that saves without approval, for those who may. */
  skip?: string | undefined;
  /** What saving does as well. */
  consequence?: string | undefined;
  /** Reads the strategy as it is now, if it is saved only in the version that was opened. */
  onReload?: (() => Promise<Partial<Strategy>>) | undefined;
  onSubmit: (strategy: NewStrategy, skip: boolean) => Promise<unknown>;
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

/** Creates or edits a strategy. */
export default function StrategyForm(props: Props) {
  const { project, scope, strategy, only, action, change, onSubmit, onClose } = props;
  const form = useForm<Values>({
    ...rules,
    initialValues: strategy ? valuesOf(strategy) : blank,
    onValuesChange: (values, previous) => {
      form.setErrors(errorsAfter(form.errors, values, previous));
      if (isOfFields(saving.error)) saving.reset();
    },
  });
  const [tab, setTab] = useState<string | null>('settings');
  const showFields = () => setTab('settings');
  const saving = useMutation({
    mutationFn: ({ values, skip }: { values: Values; skip: boolean }) =>
      onSubmit(sentFrom(values), skip),
    onSuccess: onClose,
    onError: (error) => {
      form.setErrors(strategyErrors(error));
      showFields();
    },
  });
  const flag = props.flag ?? strategy?.featureName;
  const fields = <Fields form={form} project={project} only={only} />;
  return (
    <EditorDrawer
      title={strategy ? t.edit(scope) : t.add(scope)}
      action={action}
      skip={props.skip}
      consequence={props.consequence}
      dirty={form.isDirty()}
      saving={saving.isPending}
      note={<SavingNote {...{ form, saving, change }} onReload={props.onReload} />}
      summary={<Summary strategy={form.values} others={props.others} />}
      onSubmit={(event, skip) =>
        form.onSubmit((values) => saving.mutate({ values, skip }), showFields)(event)
      }
      onInvalid={showFields}
      onClose={onClose}
    >
      {flag ? (
        <CodeTabs
          target={{ project, flag, environment: scope, strategyId: strategy?.id, change }}
          edited={{ strategy: sentFrom(form.values) }}
          label={t.tabs}
          fieldsLabel={t.settings}
          tab={tab}
          onTab={setTab}
        >
          {fields}
        </CodeTabs>
      ) : (
        fields
      )}
    </EditorDrawer>
  );
}

type SavingNoteProps = Pick<Props, 'onReload' | 'change'> & {
  form: UseFormReturnType<Values>;
  saving: { error: Error | null; reset: () => void };
};

/** Why it was not saved. What was not edited becomes current when it is loaded again. */
function SavingNote({ form, saving, change, onReload }: SavingNoteProps) {
  if (!saving.error) return null;
  if (!onReload || !isOutdated(saving.error)) return <ErrorNote error={saving.error} />;
  const load = async () => loadCurrent(form, valuesOf(await onReload()));
  const outdated = change === undefined ? texts.outdated : texts.outdatedChange;
  return <OutdatedNote texts={outdated} load={load} onLoaded={saving.reset} />;
}

const sentFrom = ({ title, ...values }: Values): NewStrategy => ({
  ...values,
  title: title || null,
});

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

type FieldsProps = {
  form: UseFormReturnType<Values>;
  project: string;
  only: string | undefined;
};

function Fields({ form, project, only }: FieldsProps) {
  const { constraints, segments, variants } = form.values;
  return (
    <Stack>
      <AudienceFields form={form} only={only} />
      <Fieldset legend={t.conditions}>
        <Stack gap="sm">
          <SegmentsField
            project={project}
            value={segments}
            error={form.errors.segments}
            onChange={(next) => form.setFieldValue('segments', next)}
          />
          <ConstraintsEditor
            constraints={constraints}
            errors={form.errors}
            onChange={(next) => form.setFieldValue('constraints', next)}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={t.variants}>
        {variants.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            {t.noVariants}
          </Text>
        )}
        <VariantsEditor
          variants={variants}
          errors={form.errors}
          onChange={(next) => form.setFieldValue('variants', next as StrategyVariant[])}
        />
      </Fieldset>
      <Checkbox
        label={t.disabled}
        description={t.disabledNote}
        {...form.getInputProps('disabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function AudienceFields({ form, only }: Omit<FieldsProps, 'project'>) {
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
        label={t.type}
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
        label={t.title}
        description={t.titleNote}
        maxLength={255}
        {...form.getInputProps('title')}
      />
    </>
  );
}
