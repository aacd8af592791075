import { describe, expect, test } from 'vitest';
import { type Caller, rootRolesAllow, type Scope } from '../../platform/caller.ts';
import { findPermission, type Permission } from '../../platform/permissions.ts';
import { assertUnused, planRole } from './rules.ts';

const editor: Caller = {
  kind: 'user',
  id: 7,
  name: 'ed',
  admin: false,
  rootPermissions: ['CREATE_PROJECT', 'UPDATE_PROJECT', 'UPDATE_FEATURE_ENVIRONMENT'],
  restricted: false,
};
const admin: Caller = { ...editor, admin: true, rootPermissions: ['ADMIN'] };

describe('what root roles allow', () => {
  test.each<[string, Caller, Permission[], Scope, boolean]>([
    [
      'an admin, any permission in any project',
      admin,
      ['DELETE_PROJECT'],
      { project: 'web' },
      true,
    ],
    ['a root permission, without a project', editor, ['CREATE_PROJECT'], {}, true],
    ['a root permission, in any project', editor, ['CREATE_PROJECT'], { project: 'web' }, true],
    ['a root permission that is not assigned', editor, ['READ_ROLE'], {}, false],
    ['ADMIN, for a caller who is not an admin', editor, ['ADMIN'], {}, false],
    ['a project permission, in default', editor, ['UPDATE_PROJECT'], { project: 'default' }, true],
    [
      'a project permission, in another project',
      editor,
      ['UPDATE_PROJECT'],
      { project: 'web' },
      false,
    ],
    ['a project permission, without a project', editor, ['UPDATE_PROJECT'], {}, false],
    [
      'an environment permission, in default',
      editor,
      ['UPDATE_FEATURE_ENVIRONMENT'],
      { project: 'default', environment: 'production' },
      true,
    ],
    ['one of several permissions', editor, ['READ_ROLE', 'CREATE_PROJECT'], {}, true],
    ['an empty list', editor, [], {}, false],
  ])('%s', (_, caller, permissions, scope, allowed) => {
    expect(rootRolesAllow(caller, permissions, scope)).toBe(allowed);
  });
});

describe('planning a role', () => {
  test('permissions are given by name or id, and duplicates are removed', () => {
    const id = findPermission({ name: 'UPDATE_FEATURE' })?.id ?? 0;

    const { permissions } = planRole({
      name: ' tester ',
      permissions: [
        { name: 'APPROVE_CHANGE_REQUEST', environment: 'production' },
        { name: 'UPDATE_FEATURE' },
        { id },
        { id, name: 'UPDATE_FEATURE' },
        { name: 'APPROVE_CHANGE_REQUEST' },
        { name: 'APPROVE_CHANGE_REQUEST', environment: null },
      ],
    });

    expect(permissions).toEqual([
      { name: 'UPDATE_FEATURE', environment: null },
      { name: 'APPROVE_CHANGE_REQUEST', environment: null },
      { name: 'APPROVE_CHANGE_REQUEST', environment: 'production' },
    ]);
  });

  test('the error for a role in use contains the number of uses', () => {
    const role = {
      id: 9,
      name: 'tester',
      description: '',
      type: 'custom',
      permissions: [],
    } as const;
    const unused = { users: 0, groups: 0, grants: 0 };

    expect(() => assertUnused({ ...role, permissions: [] }, unused)).not.toThrow();
    expect(() =>
      assertUnused({ ...role, permissions: [] }, { users: 1, groups: 2, grants: 3 }),
    ).toThrow('Role "tester" is in use by 1 user, 2 groups, 3 grants in projects.');
  });
});
