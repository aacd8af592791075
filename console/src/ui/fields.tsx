import { Textarea, TextInput } from '@mantine/core';
import { texts } from './texts.ts';

type NameProps = {
  form: { getInputProps: (path: 'name') => object };
  maxLength: number;
  description?: string;
};

export function NameField({ form, maxLength, description }: NameProps) {
  return (
    <TextInput
      label={texts.common.name}
      description={description}
      required
      maxLength={maxLength}
      data-autofocus
      {...form.getInputProps('name')}
    />
  );
}

type DescriptionProps = { form: { getInputProps: (path: 'description') => object } };

export function DescriptionField({ form }: DescriptionProps) {
  return (
    <Textarea
      label={texts.common.description}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={1000}
      {...form.getInputProps('description')}
    />
  );
}
