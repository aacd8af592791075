import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flagTypeName } from '../../ui/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { flagTypesQuery } from './api.ts';

/** The flag types, with the description of the selected one. */
export function TypeSelect(props: SelectProps) {
  const types = useQuery(flagTypesQuery).data?.types ?? [];
  return (
    <Select
      label={ui.common.type}
      description={types.find(({ id }) => id === props.value)?.description}
      allowDeselect={false}
      data={types.map(({ id, name }) => ({ value: id, label: flagTypeName(id, name) }))}
      {...props}
    />
  );
}
