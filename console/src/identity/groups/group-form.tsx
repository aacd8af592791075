import { MultiSelect, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Group } from '../../../../server/identity/groups/schema.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { labelOf } from '../../ui/person.tsx';
import { RoleSelect } from '../roles/role-select.tsx';
import { usersQuery } from '../users/api.ts';
import { createGroup, deleteGroup, updateGroup } from './api.ts';

type Props = { item: Group | undefined; onClose: () => void };

export default function GroupForm({ item, onClose }: Props) {
  const { users = [], rootRoles = [] } = useQuery(usersQuery).data ?? {};
  const before = {
    name: item?.name ?? '',
    description: item?.description ?? '',
    users: (item?.users ?? []).map(({ user }) => String(user.id)),
    rootRole: item?.rootRole ?? null,
    mappingsSSO: item?.mappingsSSO ?? [],
  };
  const form = useForm({ initialValues: before });
  const bodyOf = (values: typeof before) => ({
    ...values,
    users: values.users.map((id) => ({ user: { id: Number(id) } })),
  });
  return (
    <FormDialog
      title={item ? `Group ${item.name}` : 'New group'}
      action={item ? 'Save' : 'Create group'}
      form={form}
      send={(values) => (item ? updateGroup(item.id, bodyOf(values)) : createGroup(bodyOf(values)))}
      invalidates={[['groups'], ['users'], ['project']]}
      message={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={({ id }) => (item ? updateGroup(id, bodyOf(before)) : deleteGroup(id))}
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      <DescriptionField form={form} />
      <MultiSelect
        label="Members"
        searchable
        nothingFoundMessage="No user with this name"
        data={users.map((user) => ({ value: String(user.id), label: labelOf(user) }))}
        {...form.getInputProps('users')}
      />
      <RoleSelect
        label="Role that all members have everywhere"
        clearable
        roles={rootRoles}
        value={form.values.rootRole}
        onChange={(id) => form.setFieldValue('rootRole', id)}
        error={form.errors.rootRole as string | undefined}
      />
      <TagsInput
        label="SSO group mapping"
        description="Names of the group at your identity provider"
        acceptValueOnBlur
        maxTags={100}
        {...form.getInputProps('mappingsSSO')}
      />
    </FormDialog>
  );
}
