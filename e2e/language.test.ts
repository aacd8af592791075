import { expect, test } from 'vitest';
import { aFlag, aUser, describePage, expectAccessible, open } from './browser.ts';
import { choose } from './managed.ts';

describePage('the language', () => {
  test('is that of the browser, until another is chosen in the profile', async () => {
    await aFlag();
    const { username, password } = await aUser('Viewer');
    const page = await open('/flags', undefined, { locale: 'de-DE' });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

    await heading('Bei Pennon anmelden').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await expectAccessible(page);
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill(username);
    await page.getByLabel(/^Passwort( \*)?$/).fill(password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();

    await page.getByRole('checkbox', { name: 'Favoriten zuerst' }).waitFor();
    await page.getByText(/^\d[\d.]* insgesamt$/).waitFor();
    await page.getByRole('columnheader', { name: 'Erstellt' }).first().waitFor();
    await expectAccessible(page);

    await page.goto('/profile');
    await heading('Profil').waitFor();
    await page.getByText('Persönliche Zugriffstokens').waitFor();
    await expectAccessible(page);

    await choose(page, page.getByRole('main'), 'Sprache', 'English');
    await heading('Profile').waitFor();
    await page.reload();
    await heading('Profile').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');

    await choose(page, page.getByRole('main'), 'Language', 'Browser language');
    await heading('Profil').waitFor();
  });
});
