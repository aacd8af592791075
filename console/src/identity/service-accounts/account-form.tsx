import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RootRoleField } from '../roles/role-select.tsx';
import {
  createServiceAccount,
  deleteServiceAccount,
  type ServiceAccount,
  serviceAccountsQuery,
  updateServiceAccount,
} from './api.ts';

type Props = { item: ServiceAccount | undefined; onClose: () => void };

export default function AccountForm({ item, onClose }: Props) {
  const roles = useQuery(serviceAccountsQuery).data?.rootRoles ?? [];
  const before = {
    name: item?.name ?? '',
    username: item?.username ?? '',
    rootRole: item?.rootRole ?? roles.find(({ name }) => name === 'Viewer')?.id ?? 3,
  };
  const form = useForm({ initialValues: before });
  const patchOf = ({ name, rootRole }: typeof before) => ({ name, rootRole });
  return (
    <FormDialog
      title={item ? `Service account ${item.name}` : 'New service account'}
      action={item ? 'Save' : 'Create service account'}
      form={form}
      send={(values) =>
        item ? updateServiceAccount(item.id, patchOf(values)) : createServiceAccount(values)
      }
      invalidates={[['service-accounts'], ['users']]}
      message={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={({ id }) =>
        item ? updateServiceAccount(id, patchOf(before)) : deleteServiceAccount(id)
      }
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      {!item && (
        <TextInput
          label="Username"
          description="How the event log names it; it cannot be changed later"
          required
          maxLength={255}
          {...form.getInputProps('username')}
        />
      )}
      <RootRoleField form={form} roles={roles} />
    </FormDialog>
  );
}
