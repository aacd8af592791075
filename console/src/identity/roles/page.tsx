import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { KeyIcon, ShieldIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { roleDescription, roleName } from '../../ui/predefined/names.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { adminRole, deleteRole, permissionsQuery, roleQuery, rolesQuery } from './api.ts';
import { grantsOf, PermissionBoxes } from './permission-boxes.tsx';

const RoleForm = lazy(() => import('./role-form.tsx'));

const isRoot = ({ type }: Role) => type === 'root' || type === 'root-custom';
const isCustom = ({ type }: Role) => type === 'custom' || type === 'root-custom';

const scopeOf = (role: Role) => (isRoot(role) ? texts.shared.everywhere : texts.shared.inProject);

const columns: ListColumn<Role>[] = [
  {
    id: 'name',
    header: ui.common.name,
    value: ({ name }) => roleName(name),
    cell: (role) => <Named name={roleName(role.name)} note={roleDescription(role)} />,
  },
  {
    id: 'given',
    header: texts.roles.scope,
    value: scopeOf,
    cell: scopeOf,
  },
  {
    id: 'type',
    header: texts.roles.kind,
    visibleFrom: 'sm',
    value: ({ type }) => type,
    cell: (role) => (
      <Badge variant="light" tt="none" color={isCustom(role) ? 'indigo' : 'gray'}>
        {isCustom(role) ? texts.roles.custom : texts.roles.builtIn}
      </Badge>
    ),
  },
];

export function Page() {
  const { admin } = useMay();
  const found = useQuery(rolesQuery);
  const [shown, setShown] = useState<Role>();
  return (
    <Frame title={texts.roles.title} note={texts.roles.note}>
      <ManagedList
        name="roles"
        noun={texts.roles.noun}
        found={found}
        rows={found.data?.roles}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ name }) => roleName(name)}
        invalidates={[['roles'], ['users']]}
        form={RoleForm}
        mayCreate={admin}
        mayEdit={(role) => admin && isCustom(role)}
        actions={(role) => [
          {
            label: texts.roles.permissionsOf(roleName(role.name)),
            icon: <KeyIcon />,
            onClick: () => setShown(role),
          },
        ]}
        removal={{
          may: (role) => admin && isCustom(role),
          warning: ({ name }) => texts.roles.deleteWarning(name),
          send: ({ id }) => deleteRole(id),
        }}
        icon={ShieldIcon}
        empty={texts.roles.empty}
      />
      {shown && <Permissions role={shown} onClose={() => setShown(undefined)} />}
    </Frame>
  );
}

function Permissions({ role, onClose }: { role: Role; onClose: () => void }) {
  const found = useQuery(roleQuery(role.id));
  const catalogue = useQuery(permissionsQuery).data?.permissions;
  return (
    <Dialog onClose={onClose} size="xl" title={texts.roles.permissionsOf(roleName(role.name))}>
      {found.error && <ErrorNote error={found.error} />}
      {role.id === adminRole && <Text mb="sm">{texts.roles.adminNote}</Text>}
      {found.data && catalogue ? (
        <PermissionBoxes catalogue={catalogue} root={isRoot(role)} grants={grantsOf(found.data)} />
      ) : (
        !found.error && <PanelSkeleton />
      )}
    </Dialog>
  );
}
