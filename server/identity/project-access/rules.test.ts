import { describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.ts';
import { assertMayGrant, changeBetween, grantsOf, grantsToAll } from './rules.ts';

const viewer: Caller = {
  kind: 'user',
  id: 7,
  name: 'vi',
  admin: false,
  rootPermissions: [],
  restricted: true,
};
const editor: Caller = { ...viewer, rootPermissions: ['UPDATE_PROJECT'], restricted: false };
const admin: Caller = { ...viewer, admin: true, rootPermissions: ['ADMIN'] };

describe('who may grant what', () => {
  test.each<
    [string, Caller, string, { owner: boolean; assigned: number[]; changed: number[] }, boolean]
  >([
    ['an admin', admin, 'web', { owner: false, assigned: [], changed: [4, 5] }, true],
    ['an owner', viewer, 'web', { owner: true, assigned: [4], changed: [4, 5, 9] }, true],
    ['a caller with the role', viewer, 'web', { owner: false, assigned: [9], changed: [9] }, true],
    [
      'a caller with one of two roles',
      viewer,
      'web',
      { owner: false, assigned: [9], changed: [5, 9] },
      false,
    ],
    [
      'a caller without the role',
      viewer,
      'web',
      { owner: false, assigned: [], changed: [5] },
      false,
    ],
    [
      'any caller, without changes',
      viewer,
      'web',
      { owner: false, assigned: [], changed: [] },
      true,
    ],
    [
      'an Editor in default',
      editor,
      'default',
      { owner: false, assigned: [], changed: [4] },
      false,
    ],
    [
      'an Editor in another project',
      editor,
      'web',
      { owner: false, assigned: [], changed: [4] },
      false,
    ],
  ])('%s', (_, caller, project, grants, allowed) => {
    const assertion = expect(() => assertMayGrant(caller, project, grants));

    if (allowed) assertion.not.toThrow();
    else assertion.toThrow('may grant or revoke role');
  });
});

describe('an access list', () => {
  test('duplicates are granted once', () => {
    const user = { roleId: 5, userId: 1, groupId: null };
    const group = { roleId: 5, userId: null, groupId: 1 };

    expect(grantsToAll({ roles: [5, 5], users: [1, 1], groups: [1] })).toEqual([user, group]);
    expect(
      grantsOf({
        roles: [
          { id: 5, users: [1], groups: [] },
          { id: 5, users: [1], groups: [1] },
        ],
      }),
    ).toEqual([user, group]);
  });

  test('a user and a group with the same id are different holders', () => {
    const before = [{ id: 1, roleId: 5, userId: 1, groupId: null }];

    const change = changeBetween(before, [{ roleId: 5, userId: null, groupId: 1 }]);

    expect(change).toEqual({
      added: [{ roleId: 5, userId: null, groupId: 1 }],
      removed: before,
    });
  });
});
