import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flagTypesQuery } from './api.ts';

/** The types a flag can have, with what the chosen one is for; the props are those of a form's input. */
export function TypeSelect(props: SelectProps) {
  const types = useQuery(flagTypesQuery).data?.types ?? [];
  return (
    <Select
      label="Type"
      description={types.find(({ id }) => id === props.value)?.description}
      allowDeselect={false}
      data={types.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}
