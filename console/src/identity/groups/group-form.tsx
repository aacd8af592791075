import { TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Group } from '../../../../server/identity/groups/schema.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { labelOf } from '../../ui/person.tsx';
import { MultiPicker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { texts } from '../texts.tsx';
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
  const savedText = item ? texts.shared.changed : texts.shared.createdNow;
  const bodyOf = (values: typeof before) => ({
    ...values,
    users: values.users.map((id) => ({ user: { id: Number(id) } })),
  });
  return (
    <FormDialog
      title={item ? texts.groups.formTitle(item.name) : texts.groups.newTitle}
      action={item ? ui.common.save : texts.groups.create}
      form={form}
      send={(values) => (item ? updateGroup(item.id, bodyOf(values)) : createGroup(bodyOf(values)))}
      invalidates={[['groups'], ['users'], ['project']]}
      message={({ name }) => savedText(name)}
      undo={({ id }) => (item ? updateGroup(id, bodyOf(before)) : deleteGroup(id))}
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      <DescriptionField form={form} />
      <MultiPicker
        label={texts.shared.members}
        nothingFoundMessage={texts.groups.noUserFound}
        data={users.map((user) => ({ value: String(user.id), label: labelOf(user) }))}
        {...form.getInputProps('users')}
      />
      <RoleSelect
        label={texts.groups.roleLabel}
        clearable
        roles={rootRoles}
        value={form.values.rootRole}
        onChange={(id) => form.setFieldValue('rootRole', id)}
        error={form.errors.rootRole as string | undefined}
      />
      <TagsInput
        label={texts.groups.mapping}
        description={texts.groups.mappingNote}
        acceptValueOnBlur
        maxTags={100}
        {...form.getInputProps('mappingsSSO')}
      />
    </FormDialog>
  );
}
