import { describe, expect, test } from 'vitest';
import { builtInRoles } from '../../identity/access/rules.ts';
import { describeEvent } from '../catalogue.ts';
import { spansOf } from './markdown.ts';
import type { LoggedEvent } from './sentences.ts';
import { roleNameOf } from './words.ts';

/** The summary without markup. */
function summaryOf(given: Partial<LoggedEvent>): string {
  const { summary } = describeEvent({
    type: 'feature-created',
    createdBy: 'ada',
    project: 'web',
    environment: null,
    featureName: 'dark-mode',
    data: null,
    preData: null,
    ...given,
  });
  return spansOf(summary)
    .map(({ text }) => text)
    .join('');
}

describe('describeEvent', () => {
  test.each(Object.entries(builtInRoles))('names the predefined role %s', (name, id) => {
    expect(roleNameOf(id).toLowerCase()).toBe(name);
  });

  test.each([
    [
      'project-access-added',
      { data: { roles: [{ roleId: 12, userIds: [26], groupIds: [3] }] } },
      'ada gave access to project web: role 12 to user 26 and group 3',
    ],
    [
      'project-access-user-roles-updated',
      { preData: { userId: 26, roles: [5] }, data: { userId: 26, roles: [4, 12] } },
      'ada updated the roles of user 26 in project web: roles from (Member) to (Owner, 12)',
    ],
    [
      'user-updated',
      { preData: { name: 'Eve', rootRole: 3 }, data: { name: 'Eve', rootRole: 2 } },
      'ada updated user Eve: role from Viewer to Editor',
    ],
    [
      'api-token-updated',
      {
        preData: { tokenName: 'ci', expiresAt: null },
        data: { tokenName: 'ci', expiresAt: '2030-01-01T12:30:00.000Z' },
      },
      'ada updated API token ci in project web: expiry to 2030-01-01 12:30 UTC',
    ],
    [
      'change-request-configuration-updated',
      {
        environment: 'production',
        preData: { changeRequestsEnabled: false, requiredApprovals: null },
        data: { changeRequestsEnabled: true, requiredApprovals: 1 },
      },
      'ada updated the change request settings in environment production of project web: ' +
        'change requests from off to on; required approvals to 1',
    ],
    [
      'context-field-updated',
      {
        project: null,
        preData: { name: 'x', stickyByIt: true },
        data: { name: 'x', stickyByIt: false },
      },
      'ada updated context field x: sticky by it from yes to no',
    ],
    [
      'feature-strategy-add',
      { data: { name: 'flexibleRollout', title: null } },
      'ada added strategy gradual rollout to flag dark-mode in project web',
    ],
  ])('%s is put into words', (type, given, summary) => {
    expect(summaryOf({ type, ...given })).toBe(summary);
  });

  test.each([
    ['updateEnabled', { enabled: true }, 'switch on'],
    ['updateEnabled', { enabled: false }, 'switch off'],
    ['addStrategy', { name: 'default' }, 'add strategy standard'],
    ['updateStrategy', { id: 'f0', title: 'Slowly' }, 'update strategy Slowly'],
    ['archiveFeature', {}, 'archive'],
    ['deleteDependency', 'base', 'remove a dependency'],
    ['teleport', {}, 'teleport'],
  ])('the change %s of %j is put into words', (action, payload, words) => {
    const data = { changeRequestId: 7, action, payload };

    expect(summaryOf({ type: 'change-added', data })).toBe(
      `ada added a change (${words}) to change request #7 for flag dark-mode in project web`,
    );
  });

  test('a new title of a change request is no change', () => {
    const data = { changeRequestId: 7, title: 'Launch' };
    const preData = { changeRequestId: 7, title: 'Switch it on' };

    expect(summaryOf({ type: 'change-edited', featureName: null, data, preData })).toBe(
      'ada changed the title of change request #7 in project web to Launch',
    );
  });

  test('the server itself is named as the product', () => {
    expect(summaryOf({ createdBy: 'unleash_system_user' })).toBe(
      'Pennon (automatic) created flag dark-mode in project web',
    );
  });
});
