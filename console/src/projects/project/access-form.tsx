import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { holdersQuery } from '../../identity/users/api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { labelOf } from '../../ui/person.tsx';
import { MultiPicker } from '../../ui/picker.tsx';
import { roleDescription, roleName } from '../../ui/predefined/names.ts';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import type { Member } from './access.tsx';
import { accessQuery, grantAccess, projectKey, setRoles } from './api.ts';

const texts = all.project.members;

type Props = { projectId: string; member: Member | undefined; onClose: () => void };

/** Gives roles to users and groups, or changes the roles of one member. */
export default function AccessForm({ projectId, member, onClose }: Props) {
  const roles = useQuery(accessQuery(projectId)).data?.roles ?? [];
  const { users = [], groups = [] } = useQuery(holdersQuery).data ?? {};
  const before = { holders: [] as string[], roles: (member?.roles ?? []).map(String) };
  const form = useForm({
    initialValues: before,
    validate: {
      holders: (chosen) => (member || chosen.length > 0 ? null : texts.chooseOne),
      roles: (chosen) => (chosen.length > 0 ? null : texts.chooseOne),
    },
  });
  const idsOf = (kind: string, holders: string[]) =>
    holders.filter((each) => each.startsWith(kind)).map((each) => Number(each.split(' ')[1]));
  return (
    <FormDialog
      title={member ? texts.rolesOf(member.name) : texts.add}
      action={member ? shared.common.save : shared.common.add}
      form={form}
      send={(values) => {
        const ids = values.roles.map(Number);
        if (member) return setRoles(projectId, member, ids);
        return grantAccess(projectId, {
          roles: ids,
          users: idsOf('user', values.holders),
          groups: idsOf('group', values.holders),
        });
      }}
      invalidates={[projectKey(projectId), ['projects']]}
      message={() => (member ? texts.changed(member.name) : texts.added)}
      undo={member && (() => setRoles(projectId, member, member.roles))}
      onClose={onClose}
    >
      {!member && (
        <MultiPicker
          data-autofocus
          label={texts.peopleAndGroups}
          nothingFoundMessage={texts.notFound}
          data={[
            {
              group: texts.groups,
              items: groups.map(({ id, name }) => ({ value: `group ${id}`, label: name })),
            },
            {
              group: texts.people,
              items: users.map((user) => ({ value: `user ${user.id}`, label: labelOf(user) })),
            },
          ]}
          {...form.getInputProps('holders')}
        />
      )}
      <RolesField roles={roles} {...form.getInputProps('roles')} />
    </FormDialog>
  );
}

type Role = { id: number; name: string; description?: string | null | undefined };

function RolesField({ roles, ...input }: { roles: readonly Role[] }) {
  return (
    <MultiPicker
      label={texts.roles}
      data={roles.map(({ id, name }) => ({ value: String(id), label: roleName(name) }))}
      renderOption={({ option }) => (
        <RoleOption
          label={option.label}
          role={roles.find(({ id }) => String(id) === option.value)}
        />
      )}
      {...input}
    />
  );
}

type RoleProps = { label: string; role: Role | undefined };

/** A role with what it is for. */
function RoleOption({ label, role }: RoleProps) {
  const description = role && roleDescription(role);
  return (
    <div>
      {label}
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
    </div>
  );
}
