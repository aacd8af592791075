import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameOf } from '../../ui/person.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { viewerRole } from '../roles/api.ts';
import { RootRoleField } from '../roles/role-select.tsx';
import { texts } from '../texts.tsx';
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
    rootRole: item?.rootRole ?? viewerRole,
  };
  const form = useForm({ initialValues: before });
  const savedText = item ? texts.shared.changed : texts.shared.createdNow;
  const patchOf = ({ name, rootRole }: typeof before) => ({ name, rootRole });
  return (
    <FormDialog
      title={item ? texts.serviceAccounts.formTitle(nameOf(item)) : texts.serviceAccounts.newTitle}
      action={item ? ui.common.save : texts.serviceAccounts.create}
      form={form}
      send={(values) =>
        item ? updateServiceAccount(item.id, patchOf(values)) : createServiceAccount(values)
      }
      invalidates={[['service-accounts'], ['users']]}
      message={({ name }) => savedText(name)}
      undo={({ id }) =>
        item ? updateServiceAccount(id, patchOf(before)) : deleteServiceAccount(id)
      }
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      {!item && (
        <TextInput
          label={texts.shared.username}
          description={texts.serviceAccounts.usernameNote}
          required
          maxLength={255}
          {...form.getInputProps('username')}
        />
      )}
      <RootRoleField form={form} roles={roles} />
    </FormDialog>
  );
}
