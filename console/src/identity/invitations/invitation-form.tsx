import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { expiryIn } from '../../ui/expiry.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RootRoleField } from '../roles/role-select.tsx';
import { usersQuery } from '../users/api.ts';
import { createInvitation, type Invitation } from './api.ts';

type Props = { onCreated: (invitation: Invitation) => void; onClose: () => void };

const spans = [
  { value: '1', label: 'In a day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
];

export default function InvitationForm({ onCreated, onClose }: Props) {
  // A link may reach more people than intended, so none gives Admin.
  const roles = useQuery(usersQuery).data?.rootRoles.filter(({ name }) => name !== 'Admin') ?? [];
  const form = useForm({ initialValues: { name: '', days: '7', rootRole: 3 } });
  return (
    <FormDialog
      title="New invitation"
      action="Create invitation"
      form={form}
      send={({ name, days, rootRole }) =>
        createInvitation({ name, rootRole, expiresAt: expiryIn(Number(days)) })
      }
      invalidates={[['invitations']]}
      onDone={onCreated}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="For you: whom it is for"
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select label="Expires" allowDeselect={false} data={spans} {...form.getInputProps('days')} />
      <RootRoleField form={form} roles={roles} />
    </FormDialog>
  );
}
