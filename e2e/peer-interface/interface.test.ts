import { beforeAll, expect, test } from 'vitest';
import { api, describeInterface, login, openPage, openWindow } from './browser.ts';
import { pagesAbout, type Subjects } from './pages.ts';

const subjects: Subjects = { flag: 'new-banner', child: 'new-footer', strategy: '', segment: 0 };
const flags = '/api/admin/projects/default/features';

type Opened = Awaited<ReturnType<typeof openWindow>>;
let window: Opened;

describeInterface('the web interface of the peer on Pennon', () => {
  beforeAll(async () => {
    await createSubjects();
    window = await openWindow();
  });

  test('its login page logs in', async () => {
    const { page, problems } = window;

    await page.goto('/login');
    await page.getByLabel('Username or email').fill(login.username);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/(personal|projects)/);

    // Before the login, the interface reads the user to find out how to log in.
    expect(problems).toEqual(['401 GET /api/admin/user', '401 GET /api/admin/ui-config']);
    await page.getByRole('button', { name: /got it/i }).click();
  });

  // Ids are known only when the tests run, so the paths are looked up by name.
  test.each(pagesAbout(subjects).map(([name]) => name))('%s', async (name) => {
    const { page, problems } = window;
    const [, path = '', text = ''] = pagesAbout(subjects).find(([each]) => each === name) ?? [];
    problems.length = 0;

    await openPage(page, { name, path, text });

    expect(problems).toEqual([]);
  });

  test('a flag is created, switched on and archived', async () => {
    const { page, problems } = window;
    problems.length = 0;

    await page.goto('/projects/default?create=true');
    await page.getByTestId('FORM_NAME_INPUT').locator('input').fill('clicked-flag');
    await page.getByTestId('FORM_CREATE_BUTTON').click();
    await page.waitForURL(/features\/clicked-flag/);
    await page.locator('input[type=checkbox][aria-label=development]').first().click();
    await expect.poll(() => isEnabled('clicked-flag')).toBe(true);
    await page.goto('/projects/default/features/clicked-flag');
    await page.locator('button:has([data-testid=ArchiveOutlinedIcon]):visible').first().click();
    await page.getByTestId('DIALOGUE_CONFIRM_ID').click();

    await expect.poll(archivedFlags).toContain('clicked-flag');
    expect(problems).toEqual([]);
  });

  test('a strategy with a constraint and a segment is added', async () => {
    const { page, problems } = window;
    await api('POST', flags, { name: 'targeted' });
    problems.length = 0;

    await page.goto(
      '/projects/default/features/targeted/strategies/create' +
        '?environmentId=development&strategyName=flexibleRollout',
    );
    await page.getByTestId('STRATEGY_TARGETING_TAB').click();
    await page.getByPlaceholder('Select segments').click();
    await page.getByRole('option', { name: /beta-users/ }).click();
    await page.getByTestId('ADD_CONSTRAINT_BUTTON').click();
    await page.getByTestId('CONSTRAINT_VALUES_INPUT').locator('input').fill('web');
    await page.getByTestId('CONSTRAINT_VALUES_ADD_BUTTON').click();
    await page.getByTestId('CONSTRAINT_SAVE_BUTTON').click();
    await page.getByTestId('STRATEGY_FORM_SUBMIT_ID').click();

    await expect
      .poll(() => strategiesOf('targeted'))
      .toMatchObject([
        {
          name: 'flexibleRollout',
          segments: [subjects.segment],
          constraints: [{ operator: 'IN', values: ['web'] }],
        },
      ]);
    expect(problems).toEqual([]);
  });

  test('a segment is created', async () => {
    const { page, problems } = window;
    problems.length = 0;

    await page.goto('/segments/create');
    await page.getByLabel('Segment name').fill('clicked-segment');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByTestId('SEGMENT_CREATE_BTN_ID').click();

    await expect.poll(segmentNames).toContain('clicked-segment');
    expect(problems).toEqual([]);
  });

  test('a user is added', async () => {
    const { page, problems } = window;
    problems.length = 0;

    await page.goto('/admin/create-user');
    await page.getByLabel('Full name').fill('Clicked User');
    await page.getByLabel('Email').fill('clicked@example.com');
    await page.getByRole('combobox', { name: /role/i }).click();
    await page.getByRole('option', { name: /editor/i }).click();
    await page.getByRole('button', { name: 'Create user' }).click();

    await expect.poll(emails).toContain('clicked@example.com');
    expect(problems).toEqual([]);
  });

  test('it logs out', async () => {
    const { page } = window;

    await page.goto('/profile');
    await page.evaluate(() => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/logout' });
      document.body.append(form);
      form.submit();
    });
    await page.getByLabel('Username or email').waitFor();
  });
});

async function createSubjects(): Promise<void> {
  await api('POST', '/api/admin/user-admin', { ...login, rootRole: 'Admin' });
  for (const name of [subjects.flag, subjects.child, 'old-banner']) {
    await api('POST', flags, { name, description: 'Shown to visitors' });
  }
  await api('DELETE', `${flags}/old-banner`);
  const constraint = { contextName: 'userId', operator: 'IN', values: ['1', '2'] };
  const segment = { name: 'beta-users', constraints: [constraint] };
  subjects.segment = (await api('POST', '/api/admin/segments', segment)).id;
  const development = `${flags}/${subjects.flag}/environments/development`;
  const strategy = await api('POST', `${development}/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '50', stickiness: 'default', groupId: subjects.flag },
    constraints: [{ contextName: 'appName', operator: 'IN', values: ['web'] }],
    segments: [subjects.segment],
    variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
  });
  subjects.strategy = strategy.id;
  await api('POST', `${development}/on`, {});
  await api('POST', `${flags}/${subjects.child}/dependencies`, { feature: subjects.flag });
  await reportUsage();
}

async function reportUsage(): Promise<void> {
  const token = { tokenName: 'shop-token', type: 'client', environment: 'development' };
  const created = await api('POST', '/api/admin/api-tokens', { ...token, projects: ['default'] });
  const instance = { appName: 'web-shop', instanceId: 'shop-1' };
  const now = new Date().toISOString();
  const toggles = { [subjects.flag]: { yes: 7, no: 3, variants: { a: 7 } } };
  await api(
    'POST',
    '/api/client/register',
    { ...instance, sdkVersion: 'x:1.0.0', strategies: ['default'], started: now, interval: 10 },
    created.secret,
  );
  const report = { ...instance, bucket: { start: now, stop: now, toggles } };
  await api('POST', '/api/client/metrics', report, created.secret);
}

const environmentOf = async (flag: string) =>
  (await api('GET', `${flags}/${flag}`)).environments.find(
    ({ name }: { name: string }) => name === 'development',
  );
const isEnabled = async (flag: string) => (await environmentOf(flag)).enabled;
const strategiesOf = async (flag: string) => (await environmentOf(flag)).strategies;
const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);
const archivedFlags = async () =>
  namesOf((await api('GET', '/api/admin/search/features?archived=true')).features);
const segmentNames = async () => namesOf((await api('GET', '/api/admin/segments')).segments);
const emails = async () =>
  (await api('GET', '/api/admin/user-admin')).users.map(({ email }: { email?: string }) => email);
