import { execFileSync } from 'node:child_process';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  aFlag,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  holdUndo,
  open,
  sharedUser,
  tryUndo,
  undo,
  unique,
} from './browser.ts';
import { apiOf, pathOf } from './flag.ts';
import { choose, paste, pick } from './managed.ts';

type Strategy = { id: string; title: string; parameters: { rollout: string } };

const environmentOf = (flag: string) => `${apiOf(flag)}/environments/development`;
const strategiesOf = async (flag: string) =>
  (await api<{ strategies: Strategy[] }>('GET', environmentOf(flag))).strategies;

/** The arguments of the shown command, as a shell passes them. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, PENNON_URL: '', TOKEN: '' };
  return execFileSync('sh', ['-c', script], { env }).toString().split('\0');
}

/** A context field with two legal values, and a segment. */
async function aFieldAndASegment() {
  const [field, segment] = [unique('country'), unique('beta')];
  const legalValues = [{ value: 'DE', description: 'Germany' }, { value: 'AT' }];
  await api('POST', '/api/admin/context', { name: field, legalValues });
  await api('POST', '/api/admin/segments', {
    name: segment,
    constraints: [{ contextName: 'appName', operator: 'IN', values: ['till'] }],
  });
  return { field, segment };
}

/** Moves the boundary to this share of the bar. */
async function drag(page: Page, boundary: Locator, share: number): Promise<void> {
  await boundary.scrollIntoViewIfNeeded();
  const shown = boundary.locator('../..').locator('[class*=Progress-root]');
  const [from, bar] = [await boundary.boundingBox(), await shown.boundingBox()];
  if (!from || !bar) throw new Error('the boundary is not visible');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width * share, from.y + from.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** A strategy with a rollout of 10%, and what a colleague does to it. */
async function aSharedStrategy() {
  const flag = await aFlag();
  const { id } = await api<Strategy>('POST', `${environmentOf(flag)}/strategies`, {
    name: 'flexibleRollout',
    title: 'Beta',
    parameters: { rollout: '10' },
  });
  const saveRollout = (rollout: string) =>
    api('PUT', `${environmentOf(flag)}/strategies/${id}`, { parameters: { rollout } });
  const saved = async () => {
    const [strategy] = await strategiesOf(flag);
    return [strategy?.title, strategy?.parameters.rollout];
  };
  return { flag, saveRollout, saved };
}

const edit = { name: 'Edit strategy 1 in development' };

describePage('a strategy that others change as well', () => {
  test('is not saved over their change, and what was edited stays', async () => {
    const { flag, saveRollout, saved } = await aSharedStrategy();
    const page = await open(pathOf(flag), await sharedUser('Admin'));
    await page.getByRole('button', edit).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Everyone at work');

    await saveRollout('1');
    await dialog.getByRole('button', { name: 'Save strategy' }).click();
    await dialog.getByText('The strategy was changed since you opened it').waitFor();
    await expectAccessible(dialog);
    expect(await saved()).toEqual(['Beta', '1']);

    await dialog.getByRole('button', { name: 'Load the current strategy' }).click();
    await dialog.getByText('1% of all users').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
      'Everyone at work',
    );
    await dialog.getByRole('button', { name: 'Save strategy' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await saved()).toEqual(['Everyone at work', '1']);
  });

  test('is opened as it is now', async () => {
    const { flag, saveRollout } = await aSharedStrategy();
    const page = await open(pathOf(flag), await sharedUser('Admin'));
    await page.getByText('10% of all users').first().waitFor();

    await saveRollout('1');
    await page.getByRole('button', edit).click();

    await page.getByRole('dialog').getByText('1% of all users').waitFor();
  });

  test('is not undone over their change', async () => {
    const { flag, saveRollout, saved } = await aSharedStrategy();
    const page = await open(pathOf(flag), await sharedUser('Admin'));
    const save = async () => {
      await page.getByRole('button', edit).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: '25%' }).click();
      await dialog.getByRole('button', { name: 'Save strategy' }).click();
    };
    await save();
    await undo(page, 'Strategy saved');
    expect(await saved()).toEqual(['Beta', '10']);

    await save();
    await holdUndo(page, 'Strategy saved');
    await saveRollout('50');
    await tryUndo(page, 'Strategy saved');
    await page.getByRole('alert').getByText('Not undone').waitFor();
    expect(await saved()).toEqual(['Beta', '50']);
    await page.getByText('50% of all users').first().waitFor();
  });
});

describePage('the strategy editor', () => {
  test('a strategy next to one for all users shows that it has no effect', async () => {
    const flag = await aFlag();
    await api('POST', `${environmentOf(flag)}/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: '100' },
    });
    const page = await open(pathOf(flag), await sharedUser('Editor'));
    const hint = 'No effect: another strategy is already on for all users.';
    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    const drawer = page.getByRole('dialog', { name: 'New strategy in development' });
    await drawer.getByRole('button', { name: '25%' }).click();
    await drawer.getByText(hint).waitFor();
    await drawer.getByRole('button', { name: 'Add strategy' }).click();

    await drawer.waitFor({ state: 'detached' });
    await page.getByText(hint).waitFor();
    expect(await page.getByText(hint).count()).toBe(1);
  });

  test('describes the strategy while it is edited', async () => {
    const { field, segment } = await aFieldAndASegment();
    const flag = await aFlag();
    const page = await open(pathOf(flag), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    const drawer = page.getByRole('dialog', { name: 'New strategy in development' });
    const summary = drawer.getByRole('region', { name: 'What it does' });
    await summary.getByText('On for all users.').waitFor();
    await drawer.getByRole('button', { name: '25%' }).click();
    await summary.getByText('25% of all users', { exact: true }).waitFor();

    await drawer.getByRole('button', { name: 'Add constraint' }).click();
    await choose(page, drawer, 'Context field', field);
    await summary.getByText('25% of the matching users').waitFor();
    const constraints = drawer.getByRole('group', { name: `Constraints on ${field}` });
    const values = constraints.getByRole('combobox', { name: 'Values' });
    await drawer.getByRole('button', { name: 'Add strategy' }).click();
    await drawer.getByText('Constraint 1 needs at least one value').waitFor();
    await expectAccessible(drawer);
    await values.click();
    await page.getByRole('option', { name: 'DE Germany' }).click();
    await page.keyboard.press('Escape');
    await paste(values, 'AT;XX');
    await constraints.getByText('“XX” is not a legal value. Choose one or clear').waitFor();
    expect(await values.inputValue()).toBe('XX');
    await values.fill('de, at');
    await page.keyboard.press('Enter');
    await expect.poll(() => values.inputValue()).toBe('');
    await constraints.getByRole('button', { name: `Add another constraint on ${field}` }).click();
    const second = constraints.getByRole('group', { name: 'Constraint 2' });
    await second.getByRole('combobox', { name: 'Values' }).fill('pro');
    await page.keyboard.press('Enter');
    await second.getByText('“pro” is not a legal value. Choose one or clear the box.').waitFor();
    await second.getByText('Legal values are edited under').waitFor();
    expect(await second.getByRole('link', { name: 'Context fields' }).getAttribute('target')).toBe(
      '_blank',
    );
    await expectAccessible(drawer);
    await second.getByRole('combobox', { name: 'Values' }).fill('');
    await choose(page, second, 'Operator', 'starts with');
    await second.getByRole('combobox', { name: 'Values' }).fill('DE');
    await page.keyboard.press('Enter');
    await pick(page, drawer, 'Segments', segment);
    await drawer
      .getByRole('group', { name: `Segment ${segment}` })
      .getByText('till')
      .waitFor();
    await summary
      .getByText(
        `On for 25% of users whose ${field} is one of DE, AT and whose ${field} starts with DE and who are in the segment ${segment}. Sticky on user or session.`,
      )
      .waitFor();
    await summary.getByText('25% of the matching users').waitFor();

    for (const [index, name] of ['red', 'blue'].entries()) {
      await drawer.getByRole('button', { name: 'Add variant', exact: true }).click();
      await drawer.getByRole('textbox', { name: 'Variant name' }).nth(index).fill(name);
    }
    const boundary = drawer.getByRole('slider', { name: 'Boundary between red and blue' });
    // The sentence above the bar has its final height.
    await summary.getByText('red 50%, blue 50%').waitFor();
    await drag(page, boundary, 0.3);
    await summary.getByText('red 30%, blue 70%').waitFor();
    await boundary.press('ArrowRight');
    await summary.getByText('red 31%, blue 69%').waitFor();
    await expectAccessible(drawer);

    await drawer.getByRole('button', { name: 'Add strategy' }).click();
    await drawer.waitFor({ state: 'detached' });

    expect((await strategiesOf(flag))[0]).toMatchObject({
      parameters: { rollout: '25' },
      constraints: [
        { contextName: field, operator: 'IN', values: ['DE', 'AT'] },
        { contextName: field, operator: 'STR_STARTS_WITH', values: ['DE'] },
      ],
      variants: [
        { name: 'red', weight: 310, weightType: 'fix' },
        { name: 'blue', weight: 690, weightType: 'variable' },
      ],
    });
  });

  test('Enter in a list chooses the first match, and text that is no option is not lost', async () => {
    const { field, segment } = await aFieldAndASegment();
    const flag = await aFlag();
    const page = await open(pathOf(flag), await sharedUser('Admin'));
    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    const drawer = page.getByRole('dialog', { name: 'New strategy in development' });
    const segments = drawer.getByRole('combobox', { name: 'Segments' });
    await segments.fill(segment.slice(2));
    await page.getByRole('option', { name: segment }).waitFor();
    await segments.press('Enter');
    await drawer.getByRole('group', { name: `Segment ${segment}` }).waitFor();
    await drawer.getByRole('button', { name: 'Add constraint' }).click();
    await choose(page, drawer, 'Context field', field);
    const values = drawer.getByRole('combobox', { name: 'Values' });
    await values.fill('DE');
    await page.getByRole('option', { name: 'DE' }).waitFor();
    await values.press('Enter');
    await drawer.getByText(`${field} is DE`).waitFor();

    await segments.fill('eyes');
    // The click must not miss because of a message that appears when the box is left.
    await drawer.getByRole('button', { name: 'Add constraint' }).click();
    const added = drawer.getByRole('group', { name: 'New constraint' });
    await added.waitFor();
    const save = drawer.getByRole('button', { name: 'Add strategy' });
    await save.click();
    const refusal = '“eyes” is not a segment. Choose one or clear the box.';
    await drawer.getByText(refusal).waitFor();
    expect(await segments.inputValue()).toBe('eyes');
    expect(await strategiesOf(flag)).toEqual([]);
    await expectAccessible(drawer);
    await segments.fill('');

    const created = unique('shoe');
    await added.getByRole('combobox', { name: 'Context field' }).fill(created);
    await page.getByRole('option', { name: `Create context field “${created}”` }).click();
    const sizes = drawer.getByRole('group', { name: `Constraints on ${created}` });
    await sizes.getByRole('combobox', { name: 'Values' }).fill('42');
    await page.keyboard.press('Enter');
    await save.click();
    await drawer.waitFor({ state: 'detached' });

    expect((await strategiesOf(flag))[0]).toMatchObject({
      segments: [expect.any(Number)],
      constraints: [
        { contextName: field, values: ['DE'] },
        { contextName: created, values: ['42'] },
      ],
    });
  });

  test('shows what would be saved as a request and as a file', async () => {
    const { field, segment } = await aFieldAndASegment();
    const flag = await aFlag();
    const { segments } = await api<{ segments: { id: number; name: string }[] }>(
      'GET',
      '/api/admin/segments',
    );
    await api('POST', `${environmentOf(flag)}/strategies`, {
      name: 'default',
      title: "The till's",
    });
    await api('POST', `${environmentOf(flag)}/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: '40', stickiness: 'userId' },
      segments: segments.filter(({ name }) => name === segment).map(({ id }) => id),
      constraints: [{ contextName: field, operator: 'NOT_IN', values: ['DE'] }],
    });
    const page = await open(pathOf(flag), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Edit strategy 2 in development' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit strategy in development' });
    await drawer.getByRole('button', { name: '50%' }).click();
    await drawer.getByRole('tab', { name: 'API call' }).click();
    const code = drawer.locator('pre');
    await expect.poll(() => code.textContent()).toContain('curl');
    const sent = argumentsOf((await code.textContent()) ?? '');
    await expectAccessible(drawer);
    await drawer.getByRole('tab', { name: 'File' }).click();
    await expect.poll(() => code.textContent()).toContain('version: 1');
    const definition = parse((await code.textContent()) ?? '') as object;
    await expectAccessible(drawer);
    await drawer.getByRole('button', { name: 'Save strategy' }).click();
    await drawer.waitFor({ state: 'detached' });

    const [, saved] = await strategiesOf(flag);
    expect(sent[2]).toBe('PUT');
    expect(sent[3]).toBe(`${environmentOf(flag)}/strategies/${saved?.id}`);
    expect(saved).toMatchObject(JSON.parse(sent[9] ?? '') as object);
    expect(saved?.parameters.rollout).toBe('50');
    const change = { definition, dryRun: true };
    expect(await api('POST', '/api/admin/projects/default/apply', change)).toEqual({
      applied: [],
      requested: [],
    });
  });

  test('fills a phone, keeps its buttons visible, and confirms before changes are lost', async () => {
    const flag = await aFlag();
    await api('POST', `${environmentOf(flag)}/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: '40', stickiness: 'userId' },
      constraints: ['appName', 'userId', 'appName'].map((contextName) => ({
        contextName,
        operator: 'IN',
        values: ['a'],
      })),
    });
    const user = await sharedUser('Editor');
    const phone = { width: 390, height: 700, colorScheme: 'dark' } as const;
    const page = await open(`/flags?query=${flag}`, user, phone);
    await page.getByRole('link', { name: flag }).click();
    await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit strategy in development' });
    const save = drawer.getByRole('button', { name: 'Save strategy' });
    await save.waitFor();
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 390, height: 700 });
    const button = await save.boundingBox();
    expect((button?.y ?? 700) + (button?.height ?? 0)).toBeLessThanOrEqual(700);
    const apps = drawer.getByRole('group', { name: 'Constraints on appName' });
    await expect.poll(() => apps.getByRole('combobox', { name: 'Operator' }).count()).toBe(2);
    const isTooWide = (element: Element) =>
      [element, ...element.querySelectorAll('div')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 200 && scrollWidth > clientWidth + 1,
      );
    await expect.poll(() => drawer.evaluate(isTooWide)).toBe(false);
    await expectToFit(page);
    await expectAccessible(drawer);

    // Without changes it closes at once.
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    await drawer.getByRole('button', { name: '50%' }).click();
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Discard changes?' });
    await confirmation.getByRole('button', { name: 'Discard changes' }).waitFor();
    await expectAccessible(confirmation);
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'detached' });
    await drawer.getByText('On for 50% of users').waitFor();
    await page.evaluate(() => history.back());
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await confirmation.waitFor({ state: 'detached' });
    await drawer.getByText('On for 50% of users').waitFor();

    // What is wrong is shown, also from another tab.
    await drawer.getByRole('button', { name: 'Add constraint' }).click();
    await drawer.getByRole('tab', { name: 'API call' }).click();
    await save.click();
    const mistake = drawer.getByText('Choose a context field');
    await mistake.waitFor();
    const footer = await save.boundingBox();
    await expect.poll(async () => (await mistake.boundingBox())?.y).toBeLessThan(footer?.y ?? 0);
    await page.keyboard.press('Escape');
    await confirmation.getByRole('button', { name: 'Discard changes' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect((await strategiesOf(flag))[0]?.parameters.rollout).toBe('40');
  });
});
