import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { monospaceInput, numbered } from '../../ui/form.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import type { Errors } from './constraints-editor.tsx';
import { OverridesEditor } from './overrides-editor.tsx';
import { StickinessSelect } from './stickiness-select.tsx';
import { texts } from './texts.ts';
import { WeightEditor } from './weight-editor.tsx';
import { balanceWeights, fixWeight } from './weights.ts';

const t = texts.variants;

type Props = {
  variants: readonly Variant[];
  onChange: (variants: Variant[]) => void;
  errors?: Errors;
  /** Only variants of an environment can have overrides, and only they are saved by name. */
  overrides?: boolean;
};

/** Variants with weights that always add up to 100%. */
export function VariantsEditor({ variants, onChange, errors = {}, overrides = false }: Props) {
  const set = (next: Variant[]) => onChange(balanceWeights(next));
  const stickiness = variants[0]?.stickiness ?? 'default';
  const add = () =>
    set([
      ...variants,
      {
        name: freeName(variants),
        weight: 0,
        weightType: 'variable',
        stickiness,
        ...(overrides ? { overrides: [] } : {}),
      },
    ]);
  return (
    <Stack gap="xs">
      {variants.length > 0 && (
        <WeightEditor variants={variants} byName={overrides} onChange={set} />
      )}
      {numbered(variants).map(({ item, index, key }) => (
        <VariantRow
          key={key}
          index={index}
          variant={item}
          errors={errors}
          overrides={overrides}
          onChange={(next) =>
            set(variants.map((each, position) => (position === index ? next : each)))
          }
          onWeight={(weight) => set(fixWeight(variants, index, weight))}
          onRemove={() => set(variants.filter((_, position) => position !== index))}
        />
      ))}
      {errors.variants && (
        <Text size="xs" c="red">
          {errors.variants}
        </Text>
      )}
      {variants.length > 0 && (
        <StickinessSelect
          label={t.sticky}
          value={stickiness}
          onChange={(next) => set(variants.map((each) => ({ ...each, stickiness: next })))}
        />
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={add}
      >
        {t.add}
      </Button>
    </Stack>
  );
}

function freeName(variants: readonly Variant[]): string {
  const taken = new Set(variants.map(({ name }) => name));
  let number = variants.length + 1;
  while (taken.has(`variant-${number}`)) number += 1;
  return `variant-${number}`;
}

type RowProps = {
  index: number;
  variant: Variant;
  errors: Errors;
  overrides: boolean;
  onChange: (variant: Variant) => void;
  /** In tenths of a percent. */
  onWeight: (weight: number) => void;
  onRemove: () => void;
};

function VariantRow({ index, variant, errors, overrides, ...on }: RowProps) {
  const { name, weight } = variant;
  const path = `variants.${index}`;
  return (
    <Paper withBorder p="xs" role="group" aria-label={t.rowLabel(index + 1)}>
      <Group gap="xs" align="flex-start">
        <TextInput
          label={t.name}
          maxLength={100}
          value={name}
          error={errors[`${path}.name`]}
          onChange={({ currentTarget }) => on.onChange({ ...variant, name: currentTarget.value })}
          style={{ flex: '1 1 140px' }}
        />
        <WeightField weight={weight} error={errors[`${path}.weight`]} onChange={on.onWeight} />
        <Checkbox
          mt={{ base: 0, sm: 30 }}
          size="xs"
          label={t.fixed}
          checked={variant.weightType === 'fix'}
          onChange={({ currentTarget }) =>
            on.onChange({ ...variant, weightType: currentTarget.checked ? 'fix' : 'variable' })
          }
        />
        <ActionIcon
          variant="subtle"
          color="red"
          mt={25}
          aria-label={t.remove(name)}
          onClick={on.onRemove}
        >
          <TrashIcon />
        </ActionIcon>
      </Group>
      <PayloadFields
        variant={variant}
        error={errors[`${path}.payload.value`]}
        onChange={on.onChange}
      />
      {overrides && (
        <OverridesEditor
          overrides={variant.overrides ?? []}
          onChange={(next) => on.onChange({ ...variant, overrides: next })}
        />
      )}
    </Paper>
  );
}

type WeightProps = {
  weight: number;
  error: Errors[string];
  onChange: (weight: number) => void;
};

function WeightField({ weight, error, onChange }: WeightProps) {
  return (
    <NumberInput
      label={t.weight}
      suffix="%"
      min={0}
      max={100}
      decimalScale={1}
      w={96}
      value={weight / 10}
      error={error}
      onChange={(percent) => {
        const typed = Math.round(Number(percent) * 10);
        if (typed !== weight) onChange(typed);
      }}
    />
  );
}

type PayloadProps = Pick<RowProps, 'variant' | 'onChange'> & { error: Errors[string] };

function PayloadFields({ variant, error, onChange }: PayloadProps) {
  const { payload, ...rest } = variant;
  const type = payload?.type ?? 'none';
  const value = {
    label: t.payload,
    value: payload?.value ?? '',
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      payload && onChange({ ...rest, payload: { ...payload, value: currentTarget.value } }),
  };
  return (
    <Group gap="xs" mt="xs" align="flex-start">
      <Select
        label={t.payloadType}
        w={130}
        allowDeselect={false}
        data={Object.entries(t.payloadTypes).map(([each, label]) => ({ value: each, label }))}
        value={type}
        onChange={(next) =>
          onChange(
            next === 'none'
              ? rest
              : { ...rest, payload: { type: next as 'json', value: payload?.value ?? '' } },
          )
        }
      />
      {payload && (
        <Box style={{ flex: '1 1 180px' }}>
          {type === 'json' || type === 'csv' ? (
            <Textarea autosize minRows={2} maxRows={10} styles={monospaceInput} {...value} />
          ) : (
            <TextInput {...value} />
          )}
        </Box>
      )}
    </Group>
  );
}
