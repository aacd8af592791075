import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  describePage,
  expectAccessible,
  open,
  overflowOf,
  somebody,
} from './browser.ts';

const rows = (page: Page) => page.locator('li[data-event]');

const describeFlag = (name: string, description: string) =>
  api('PUT', `/api/admin/projects/default/features/${name}`, {
    name,
    description,
    type: 'release',
  });

/** A flag with two events: made, and described anew. */
async function aDescribedFlag(description: string): Promise<string> {
  const name = await aFlag();
  await describeFlag(name, description);
  return name;
}

describePage('the events', () => {
  test('a filter becomes a chip, and what was before stands beside what is', async () => {
    const name = await aDescribedFlag('what it is now');
    const page = await open(`/events?feature=IS:${name}`, await somebody('Viewer'));
    await rows(page).nth(1).waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Type' }).click();
    await page.getByRole('combobox', { name: 'Type: values' }).fill('metadata');
    await page.getByRole('option', { name: 'feature-metadata-updated' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page
      .getByRole('button', { name: 'Filter: Type is any of feature-metadata-updated' })
      .waitFor();
    await rows(page).nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^What changed in event/ }).click();
    const changes = page.getByRole('table', { name: 'What changed' });
    const change = changes.getByRole('row', { name: '/description' });
    expect(await change.textContent()).toContain('what it is now');
    await expectAccessible(page);
  });

  test('text is found in what was changed and marked, in the dark and in a phone', async () => {
    const name = await aDescribedFlag('the quick Brown fox');
    const page = await open(`/events?feature=IS:${name}`, await somebody('Viewer'), {
      width: 360,
      colorScheme: 'dark',
    });
    await rows(page).nth(1).waitFor();

    await page.getByLabel('Search events').fill('brown');

    await rows(page).nth(1).waitFor({ state: 'detached' });
    expect(await page.locator('mark').first().textContent()).toBe('Brown');
    expect(new URL(page.url()).searchParams.get('query')).toBe('brown');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Playground' }).waitFor();
    await expectAccessible(page);
  });

  test('one event has a page of its own, where markup is text and the flag a link', async () => {
    const description = '<img src=x onerror=alert(1)> [here](javascript:alert(1)) **bold**';
    const name = await aDescribedFlag(description);
    const page = await open(`/events?feature=IS:${name}`, await somebody('Viewer'));

    await page
      .getByRole('link', { name: /^Page of event/ })
      .first()
      .click();

    await page.getByText(description).first().waitFor();
    expect(await page.locator('main img, main a[href^="javascript"]').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('what matches can be taken along', async () => {
    const name = await aFlag();
    const page = await open(`/events?feature=IS:${name}`, await somebody('Viewer'));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
    await expectAccessible(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);

    expect(download.suggestedFilename()).toBe('events.csv');
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString().trim().split('\n')).toHaveLength(2);
  });

  test('an event arrives while one watches', async () => {
    // Of one flag only: other files write to the same server meanwhile.
    const name = await aFlag();
    const page = await open(`/events?live=true&feature=IS:${name}`, await somebody('Viewer'));
    await page.getByText('Waiting for the next event').waitFor();
    await rows(page).first().waitFor();

    await describeFlag(name, 'described while somebody watches');

    await page.getByText('1 arrived').waitFor();
    await rows(page).nth(1).waitFor();
    await rows(page).first().getByText('New', { exact: true }).waitFor();
    expect(await rows(page).nth(1).getByText('New', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('what arrived stays when an answer comes after it that was too early for it', async () => {
    const name = await aFlag();
    const page = await open(`/events?feature=IS:${name}`, await somebody('Viewer'));
    await rows(page).first().waitFor();
    const [early, held] = [promised(), promised()];
    await page.route(/search\/events\?/, async (route) => {
      const response = await route.fetch();
      early.keep();
      await held.promise;
      await route.fulfill({ response });
    });

    await page.getByRole('switch', { name: 'Live' }).click();
    await early.promise;
    await describeFlag(name, 'once');
    await page.getByText('1 arrived').waitFor();
    const answered = page.waitForResponse(/search\/events\?/);
    held.keep();
    await answered;
    await describeFlag(name, 'twice');
    await page.getByText('2 arrived').waitFor();

    await rows(page).nth(2).waitFor();
  });
});

function promised() {
  let keep = () => {};
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}
