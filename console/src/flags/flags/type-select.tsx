import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flagTypeName } from '../../ui/names.ts';
import { flagTypeDescription } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { flagTypesQuery } from './api.ts';

/** The flag types, with the description of the selected one. */
export function TypeSelect(props: SelectProps) {
  const types = useQuery(flagTypesQuery).data?.types ?? [];
  const selected = types.find(({ id }) => id === props.value);
  return (
    <Select
      label={ui.common.type}
      description={selected && flagTypeDescription(selected)}
      allowDeselect={false}
      data={types.map(({ id, name }) => ({ value: id, label: flagTypeName(id, name) }))}
      {...props}
    />
  );
}
