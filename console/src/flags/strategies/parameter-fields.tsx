import { Box, Button, Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import type { StrategyType } from '../../../../server/flags/custom-strategies/schema.ts';
import { ValuesField } from '../../ui/values-field.tsx';
import type { Errors } from './constraints-editor.tsx';
import { itemsOf } from './labels.ts';
import { StickinessSelect } from './stickiness-select.tsx';
import { texts } from './texts.ts';

type Parameters = Record<string, string>;
type Props = {
  type: StrategyType;
  parameters: Parameters;
  onChange: (parameters: Parameters) => void;
  errors: Errors;
};

/** A field for each parameter of the strategy type. */
export function ParameterFields({ type, parameters, onChange, errors }: Props) {
  return type.parameters.map((parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={parameters[parameter.name] ?? ''}
      error={errors[`parameters.${parameter.name}`]}
      onChange={(value) => onChange({ ...parameters, [parameter.name]: value })}
    />
  ));
}

type FieldProps = {
  parameter: StrategyType['parameters'][number];
  value: string;
  error: Errors[string];
  onChange: (value: string) => void;
};

const { inPercent, notes, ...labels } = texts.parameters;

const noteOf = (name: string): string | undefined => (notes as Record<string, string>)[name];

const labelOf = (name: string): string => (labels as Record<string, string>)[name] ?? name;

function ParameterField({ parameter, value, error, onChange }: FieldProps) {
  const { name, type, description, required } = parameter;
  const common = {
    label: labelOf(name),
    description: noteOf(name) ?? description,
    error,
    required,
  };
  if (name === 'stickiness') {
    return (
      <StickinessSelect label={labels.stickiness} value={value || 'default'} onChange={onChange} />
    );
  }
  if (type === 'percentage') return <Percentage {...common} value={value} onChange={onChange} />;
  if (type === 'list') {
    return (
      <ValuesField
        {...common}
        value={itemsOf(value)}
        onChange={(items) => onChange(items.join(','))}
      />
    );
  }
  if (type === 'number') {
    return <NumberInput {...common} value={value} onChange={(next) => onChange(String(next))} />;
  }
  if (type === 'boolean') {
    return (
      <Checkbox
        label={common.label}
        description={description}
        error={error}
        checked={value === 'true'}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  }
  return (
    <TextInput
      {...common}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type PercentageProps = {
  label: string;
  description: string;
  error: Errors[string];
  value: string;
  onChange: (value: string) => void;
};

/** On a dark page Chromium draws a white track beside a dark accent. */
const accentColor = 'light-dark(var(--mantine-primary-color-6), var(--mantine-primary-color-3))';

/** A number input with buttons for common values. */
function Percentage({ label, description, error, value, onChange }: PercentageProps) {
  const percent = value === '' ? 100 : Number(value);
  return (
    <Box>
      <Group align="flex-end" gap="xs">
        <NumberInput
          label={label}
          description={description}
          error={error}
          suffix="%"
          min={0}
          max={100}
          w={150}
          placeholder="100%"
          value={value === '' ? '' : percent}
          onChange={(next) => onChange(String(next))}
        />
        {[1, 10, 25, 50, 100].map((step) => (
          <Button
            key={step}
            size="compact-sm"
            mb={4}
            variant={step === percent ? 'filled' : 'default'}
            aria-pressed={step === percent}
            onClick={() => onChange(String(step))}
          >
            {step}%
          </Button>
        ))}
      </Group>
      <Box
        component="input"
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={inPercent(label)}
        mt="xs"
        mx={0}
        w="100%"
        style={{ accentColor }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Box>
  );
}
