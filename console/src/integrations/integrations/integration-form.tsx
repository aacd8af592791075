import {
  PasswordInput,
  SimpleGrid,
  Switch,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import type {
  Integration,
  IntegrationFilter,
} from '../../../../server/integrations/integrations/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { withoutEmpty } from '../../ui/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.tsx';
import {
  type Created,
  createIntegration,
  type KindInfo,
  type Scope,
  updateIntegration,
} from './api.ts';
import { FilterFields } from './filter-fields.tsx';
import styles from './kinds.module.css';

const text = texts.integrations.form;

type Props = {
  project: Scope;
  kinds: readonly KindInfo[];
  item: Integration | undefined;
  onCreated: (created: Created) => void;
  onClose: () => void;
};

/** The kind of a new integration is chosen first. */
export default function IntegrationForm(props: Props) {
  const [chosen, setChosen] = useState(props.item?.kind);
  const kind = props.kinds.find(({ name }) => name === chosen);
  if (kind) return <SettingsForm {...props} kind={kind} />;
  return <KindGallery kinds={props.kinds} onChoose={setChosen} onClose={props.onClose} />;
}

type GalleryProps = {
  kinds: readonly KindInfo[];
  onChoose: (kind: Integration['kind']) => void;
  onClose: () => void;
};

function KindGallery({ kinds, onChoose, onClose }: GalleryProps) {
  return (
    <Dialog onClose={onClose} title={text.newTitle} size="xl">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {kinds.map(({ name, displayName, description }) => (
          <UnstyledButton key={name} className={styles.kind} onClick={() => onChoose(name)}>
            <Text fw={600}>{displayName}</Text>
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Dialog>
  );
}

export type Values = {
  name: string;
  description: string;
  enabled: boolean;
  parameters: Record<string, string>;
  filter: IntegrationFilter;
};

function SettingsForm({ project, kind, item, onCreated, onClose }: Props & { kind: KindInfo }) {
  const form = useForm<Values>({
    initialValues: {
      name: item?.name ?? '',
      description: item?.description ?? '',
      enabled: item?.enabled ?? true,
      parameters: Object.fromEntries(
        kind.parameters.map(({ name }) => [name, item?.parameters[name] ?? '']),
      ),
      filter: item?.filter ?? {},
    },
  });
  const send = async (values: Values) => {
    const parameters = withoutEmpty(values.parameters) as Record<string, string>;
    const body = { ...values, parameters };
    if (item) await updateIntegration({ id: item.id, project }, body);
    else onCreated(await createIntegration(project, { ...body, kind: kind.name }));
  };
  return (
    <FormDialog
      title={item ? text.editTitle(item.name) : text.newOfKind(kind.displayName)}
      action={item ? ui.common.save : text.createAction}
      size="lg"
      form={form}
      send={send}
      invalidates={[['integrations']]}
      message={({ name }) => text.saved(name)}
      onClose={onClose}
    >
      <NameField form={form} maxLength={100} />
      <DescriptionField form={form} />
      {kind.parameters.map((parameter) => (
        <ParameterField key={parameter.name} parameter={parameter} form={form} />
      ))}
      <FilterFields
        project={project}
        filter={form.values.filter}
        onChange={(filter) => form.setFieldValue('filter', filter)}
      />
      <Switch
        label={text.enabled}
        description={text.enabledNote}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

type ParameterProps = {
  parameter: KindInfo['parameters'][number];
  form: UseFormReturnType<Values>;
};

function ParameterField({ parameter, form }: ParameterProps) {
  const { name, displayName, type, description, placeholder = '', required, sensitive } = parameter;
  const common = {
    label: displayName,
    description,
    placeholder,
    required,
    withAsterisk: required,
    maxLength: 10_000,
    ...form.getInputProps(`parameters.${name}`),
  };
  if (sensitive) {
    return <PasswordInput {...common} autoComplete="off" visibilityToggleButtonProps={toggle} />;
  }
  if (type === 'textfield') return <Textarea {...common} autosize minRows={2} maxRows={12} />;
  return <TextInput {...common} type={type === 'url' ? 'url' : 'text'} />;
}

const toggle = { 'aria-label': text.showText };
