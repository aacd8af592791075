import { Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { expiryIn } from '../../ui/expiry.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { adminRole, viewerRole } from '../roles/api.ts';
import { RootRoleField } from '../roles/role-select.tsx';
import { texts } from '../texts.tsx';
import { usersQuery } from '../users/api.ts';
import { createInvitation, type Invitation } from './api.ts';

type Props = { onCreated: (invitation: Invitation) => void; onClose: () => void };

const spans = [1, 7, 30].map((days) => ({
  value: String(days),
  label: texts.invitations.inDays(days),
}));

export default function InvitationForm({ onCreated, onClose }: Props) {
  // A link may reach more people than intended, so none gives Admin.
  const roles = useQuery(usersQuery).data?.rootRoles.filter(({ id }) => id !== adminRole) ?? [];
  const form = useForm({ initialValues: { name: '', days: '7', rootRole: viewerRole } });
  return (
    <FormDialog
      title={texts.invitations.newTitle}
      action={texts.invitations.create}
      form={form}
      send={({ name, days, rootRole }) =>
        createInvitation({ name, rootRole, expiresAt: expiryIn(Number(days)) })
      }
      invalidates={[['invitations']]}
      onDone={onCreated}
      onClose={onClose}
    >
      <Text size="sm">{texts.invitations.forEveryone}</Text>
      <TextInput
        label={texts.invitations.nameLabel}
        description={texts.invitations.nameNote}
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={texts.shared.expires}
        allowDeselect={false}
        data={spans}
        {...form.getInputProps('days')}
      />
      <RootRoleField form={form} roles={roles} />
    </FormDialog>
  );
}
