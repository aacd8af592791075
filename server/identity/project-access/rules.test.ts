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
    [string, Caller, string, { owner: boolean; held: number[]; touched: number[] }, boolean]
  >([
    ['an admin', admin, 'web', { owner: false, held: [], touched: [4, 5] }, true],
    ['an owner', viewer, 'web', { owner: true, held: [4], touched: [4, 5, 9] }, true],
    ['a holder of the role', viewer, 'web', { owner: false, held: [9], touched: [9] }, true],
    ['a holder of one of two', viewer, 'web', { owner: false, held: [9], touched: [5, 9] }, false],
    ['a holder of none', viewer, 'web', { owner: false, held: [], touched: [5] }, false],
    ['anybody, nothing', viewer, 'web', { owner: false, held: [], touched: [] }, true],
    ['an Editor in default', editor, 'default', { owner: false, held: [], touched: [4] }, false],
    ['an Editor elsewhere', editor, 'web', { owner: false, held: [], touched: [4] }, false],
  ])('%s', (_, caller, project, grants, allowed) => {
    const assertion = expect(() => assertMayGrant(caller, project, grants));

    if (allowed) assertion.not.toThrow();
    else assertion.toThrow('may grant or revoke role');
  });
});

describe('a list of access', () => {
  test('what is said twice is granted once', () => {
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

  test('a user and a group of the same id are not the same', () => {
    const before = [{ id: 1, roleId: 5, userId: 1, groupId: null }];

    const change = changeBetween(before, [{ roleId: 5, userId: null, groupId: 1 }]);

    expect(change).toEqual({
      added: [{ roleId: 5, userId: null, groupId: 1 }],
      removed: before,
    });
  });
});
