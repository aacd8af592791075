import { PasswordInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../server/identity/users/schema.ts';
import { withoutEmpty } from '../../ui/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameOf } from '../../ui/person.tsx';
import { RootRoleField } from '../roles/role-select.tsx';
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
    rootRole: item?.rootRole ?? roles.find(({ name }) => name === 'Viewer')?.id ?? 3,
  };
  const form = useForm({ initialValues: before });
  return (
    <FormDialog
      title={item ? `User ${nameOf(item)}` : 'New user'}
      action={item ? 'Save' : 'Create user'}
      form={form}
      send={(values) =>
        item
          ? updateUser(item.id, bodyOf(values))
          : createUser({ rootRole: values.rootRole, ...withoutEmpty(values) })
      }
      invalidates={[['users']]}
      message={(values) => `${nameOf(values)} is ${item ? 'changed' : 'there'}`}
      undo={({ id }) => (item ? updateUser(id, bodyOf(before)) : deleteUser(id))}
      onDone={onSaved}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="E-mail" maxLength={255} {...form.getInputProps('email')} />
      {!item && <SignInFields form={form} />}
      <RootRoleField form={form} roles={roles} />
    </FormDialog>
  );
}

function SignInFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label="Username"
        description="To sign in with; this or the e-mail is needed"
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label="Password"
        description="Leave it empty, and the user gets a link to choose one"
        autoComplete="new-password"
        maxLength={128}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.getInputProps('password')}
      />
    </>
  );
}
