import { SegmentedControl, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Role, RoleWithPermissions } from '../../../../server/identity/access/schema.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.tsx';
import { createRole, deleteRole, permissionsQuery, replaceRole, roleQuery } from './api.ts';
import { grantsOf, PermissionBoxes } from './permission-boxes.tsx';

type Props = { item: Role | undefined; onClose: () => void };

/** Waits for the permissions of the role. */
export default function RoleForm({ item, onClose }: Props) {
  const role = useQuery({ ...roleQuery(item?.id ?? 0), enabled: item !== undefined });
  if (item && !role.data) return null;
  return <Fields item={role.data} onClose={onClose} />;
}

function Fields({ item, onClose }: { item: RoleWithPermissions | undefined; onClose: () => void }) {
  const catalogue = useQuery(permissionsQuery).data?.permissions;
  const before = {
    name: item?.name ?? '',
    description: item?.description ?? '',
    type: (item?.type ?? 'custom') as 'custom' | 'root-custom',
    permissions: grantsOf(item),
  };
  const form = useForm({ initialValues: before });
  const savedText = item ? texts.shared.changed : texts.shared.createdNow;
  return (
    <FormDialog
      title={item ? texts.roles.formTitle(item.name) : texts.roles.newTitle}
      action={item ? ui.common.save : texts.roles.create}
      size="xl"
      form={form}
      send={(values) => (item ? replaceRole(item.id, values) : createRole(values))}
      invalidates={[['roles'], ['users'], ['me'], ['project']]}
      message={({ name }) => savedText(name)}
      undo={({ id }) => (item ? replaceRole(id, before) : deleteRole(id))}
      onClose={onClose}
    >
      <NameField form={form} maxLength={100} />
      <DescriptionField form={form} />
      <Stack gap="xs">
        {!item && (
          <SegmentedControl
            aria-label={texts.roles.scopeLabel}
            data={[
              { value: 'custom', label: texts.roles.scopes.project },
              { value: 'root-custom', label: texts.roles.scopes.everywhere },
            ]}
            value={form.values.type}
            onChange={(type) => {
              form.setFieldValue('type', type as typeof before.type);
              form.setFieldValue('permissions', []);
            }}
          />
        )}
        {catalogue && (
          <PermissionBoxes
            catalogue={catalogue}
            root={form.values.type === 'root-custom'}
            grants={form.values.permissions}
            onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
