import { PasswordInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../server/identity/users/schema.ts';
import { withoutEmpty } from '../../ui/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameOf } from '../../ui/person.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { viewerRole } from '../roles/api.ts';
import { RootRoleField } from '../roles/role-select.tsx';
import { texts } from '../texts.tsx';
import { createUser, deleteUser, updateUser, usersQuery } from './api.ts';

type Props = {
  item: User | undefined;
  onSaved: (user: User) => void;
  onClose: () => void;
};

type Values = {
  name: string;
  email: string;
  username: string;
  password: string;
  rootRole: number;
};

const bodyOf = ({ name, email, rootRole }: Values) => ({
  name: name || null,
  email: email || null,
  rootRole,
});

export default function UserForm({ item, onSaved, onClose }: Props) {
  const roles = useQuery(usersQuery).data?.rootRoles ?? [];
  const before: Values = {
    name: item?.name ?? '',
    email: item?.email ?? '',
    username: item?.username ?? '',
    password: '',
    rootRole: item?.rootRole ?? viewerRole,
  };
  const form = useForm({
    initialValues: before,
    validate: {
      username: (username, { email }) => (username || email ? null : texts.users.nameMissing),
    },
  });
  const savedText = item ? texts.shared.changed : texts.shared.createdNow;
  return (
    <FormDialog
      title={item ? texts.users.formTitle(nameOf(item)) : texts.users.newTitle}
      action={item ? ui.common.save : texts.users.create}
      form={form}
      send={(values) =>
        item
          ? updateUser(item.id, bodyOf(values))
          : createUser({ rootRole: values.rootRole, ...withoutEmpty(values) })
      }
      invalidates={[['users']]}
      message={(values) => savedText(nameOf(values))}
      undo={({ id }) => (item ? updateUser(id, bodyOf(before)) : deleteUser(id))}
      onDone={onSaved}
      onClose={onClose}
    >
      <TextInput
        label={ui.common.name}
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput label={texts.shared.email} maxLength={255} {...form.getInputProps('email')} />
      {!item && <SignInFields form={form} />}
      <RootRoleField form={form} roles={roles} />
    </FormDialog>
  );
}

function SignInFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label={texts.shared.username}
        description={texts.users.usernameNote}
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={texts.shared.password}
        description={`${texts.shared.passwordRules}. ${texts.users.passwordNote}`}
        autoComplete="new-password"
        maxLength={128}
        visibilityToggleButtonProps={{ 'aria-label': texts.shared.showPassword }}
        {...form.getInputProps('password')}
      />
    </>
  );
}
