import { Textarea, TextInput } from '@mantine/core';

type NameProps = {
  form: { getInputProps: (path: 'name') => object };
  maxLength: number;
  description?: string;
};

export function NameField({ form, maxLength, description }: NameProps) {
  return (
    <TextInput
      label="Name"
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
      label="Description"
      autosize
      minRows={1}
      maxRows={8}
      maxLength={1000}
      {...form.getInputProps('description')}
    />
  );
}
