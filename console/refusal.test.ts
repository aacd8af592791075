import { expect, test } from 'vitest';
import { refuseDirectWrite } from '../server/approvals/protection/rules.ts';
import { missingPermission, noAccess, type RequestError } from '../server/platform/errors.ts';
import { permissionCatalogue } from '../server/platform/permissions.ts';
import { ApiError } from './src/api.ts';
import { refusalText } from './src/ui/refusals/refusal.ts';

const received = ({ status, message, details }: RequestError) =>
  new ApiError(status, { message, details: [...details] });

test.each([
  [missingPermission(['ADMIN']), 'Only administrators can do this.'],
  [missingPermission(['ADMIN', 'READ_ROLE']), 'You do not have permission to see roles.'],
  [
    missingPermission(['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE'], { project: 'web' }),
    'You do not have permission to change settings or change the settings of change requests in project "web".',
  ],
  [
    missingPermission(['UPDATE_FEATURE_ENVIRONMENT'], { project: 'web', environment: ['a', 'b'] }),
    'You do not have permission to switch flags on or off in environments "a", "b" of project "web".',
  ],
  [
    noAccess('You need the permissions CREATE_FEATURE, CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT.', [
      { message: 'Missing permission CREATE_FEATURE.' },
      { message: 'Missing permission CREATE_SEGMENT or UPDATE_PROJECT_SEGMENT.' },
    ]),
    'You do not have permission to create flags, create segments and change segments.',
  ],
  [
    refuseDirectWrite([{ project: 'web', environment: 'live', visible: true }]),
    'Changes in environment "live" of project "web" need a change request.',
  ],
])('%s reads: %s', (error, text) => {
  expect(refusalText(received(error))).toBe(text);
});

test.each([
  noAccess('An API token has no preferences.'),
  refuseDirectWrite([{ project: 'web', environment: 'live', visible: false }]),
  missingPermission(['PERMISSION_OF_A_NEWER_SERVER']),
])('%s is shown as it is', (error) => {
  expect(refusalText(received(error))).toBeUndefined();
});

test('no permission is shown by its name', () => {
  for (const { name } of permissionCatalogue) {
    const text = refusalText(received(missingPermission([name])));
    expect(text).toBeDefined();
    expect(text).not.toContain(name);
  }
});
