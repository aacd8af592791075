import { Badge, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { useMay } from '../session/api.ts';
import { deleteRole, permissionsQuery, roleQuery, rolesQuery } from './api.ts';
import { PermissionBoxes } from './permission-boxes.tsx';

const RoleForm = lazy(() => import('./role-form.tsx'));

const isRoot = ({ type }: Role) => type === 'root' || type === 'root-custom';
const isCustom = ({ type }: Role) => type === 'custom' || type === 'root-custom';

const columns: ListColumn<Role>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, description }) => <Named name={name} note={description} />,
  },
  {
    id: 'given',
    header: 'Given',
    value: (role) => (isRoot(role) ? 'everywhere' : 'in a project'),
    cell: (role) => (isRoot(role) ? 'everywhere' : 'in a project'),
  },
  {
    id: 'type',
    header: 'Kind',
    visibleFrom: 'sm',
    value: ({ type }) => type,
    cell: (role) => (
      <Badge variant="light" tt="none" color={isCustom(role) ? 'indigo' : 'gray'}>
        {isCustom(role) ? 'Your own' : 'Built in'}
      </Badge>
    ),
  },
];

export function Page() {
  const { admin } = useMay();
  const found = useQuery(rolesQuery);
  const [shown, setShown] = useState<Role>();
  return (
    <Frame
      title="Roles"
      note="What people may do: everywhere, or in the projects they are given it."
    >
      <ManagedList
        noun={{ one: 'role', many: 'roles' }}
        found={found}
        rows={found.data?.roles}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ name }) => name}
        invalidates={[['roles'], ['users']]}
        form={RoleForm}
        mayCreate={admin}
        mayEdit={(role) => admin && isCustom(role)}
        actions={(role) => [
          {
            label: `Permissions of ${role.name}`,
            icon: <KeyIcon />,
            onClick: () => setShown(role),
          },
        ]}
        removal={{
          may: (role) => admin && isCustom(role),
          warning: ({ name }) => (
            <>
              <b>{name}</b> is deleted, and users with this role lose its permissions.
            </>
          ),
          send: ({ id }) => deleteRole(id),
        }}
        empty="A role is a list of permissions with a name."
      />
      {shown && <Permissions role={shown} onClose={() => setShown(undefined)} />}
    </Frame>
  );
}

function Permissions({ role, onClose }: { role: Role; onClose: () => void }) {
  const found = useQuery(roleQuery(role.id));
  const catalogue = useQuery(permissionsQuery).data?.permissions;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`Permissions of ${role.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {found.error && <ErrorNote error={found.error} />}
      {role.name === 'Admin' && (
        <Text mb="sm">An Admin may do everything, whatever is ticked.</Text>
      )}
      {found.data && catalogue ? (
        <PermissionBoxes
          catalogue={catalogue}
          root={isRoot(role)}
          grants={found.data.permissions.map(({ name, environment }) =>
            environment === undefined ? { name } : { name, environment },
          )}
          onChange={() => undefined}
          readOnly
        />
      ) : (
        <PanelSkeleton />
      )}
    </Modal>
  );
}
