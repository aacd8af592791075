import { describe, expect, test } from 'vitest';
import { aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aMailServer, sendStoredMails, settingsFor } from '../../testing/mail-server.ts';
import { htmlOf, textOf } from './content.ts';
import { claimMails, insertMail } from './queries.ts';

const { db, withConfig } = await testApp();

async function aStoredMail(email = `${unique('ann')}@example.com`) {
  await aUser(db, { email, name: 'Ann' });
  await db
    .transaction()
    .execute((tx) => insertMail(tx, { template: 'reset-password', recipient: email }));
  return email;
}

const storedMails = () => db.selectFrom('mails').select(['id', 'failures']).execute();

describe('stored mails', () => {
  test('are sent once, in a plain and an HTML form, to their recipient only', async () => {
    const server = await aMailServer();
    const { app } = await withConfig({
      ...settingsFor(server),
      emailSender: 'Pennon <a@b.example>',
    });
    const email = await aStoredMail();

    await sendStoredMails(app);
    await sendStoredMails(app);

    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      recipients: [email],
      from: { name: 'Pennon', address: 'a@b.example' },
      subject: 'Set a new password for Pennon',
      text: expect.stringContaining('Hello Ann,'),
      html: expect.stringContaining('<p>Hello Ann,</p>'),
    });
    expect(await storedMails()).toEqual([]);
  });

  test('that the server refuses for now are sent later, with the same message id', async () => {
    const seen: number[] = [];
    const server = await aMailServer({
      onRcptTo: (_, __, done) => {
        seen.push(1);
        done(seen.length === 1 ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
      },
    });
    const { app } = await withConfig(settingsFor(server));
    await aStoredMail();

    const logged = await sendStoredMails(app);
    const [stored] = await storedMails();
    await db.updateTable('mails').set({ next_attempt_at: '2020-01-01T00:00:00.000Z' }).execute();
    await sendStoredMails(app);

    expect(logged).toEqual([expect.objectContaining({ responseCode: 451, final: false })]);
    expect(stored?.failures).toBe(1);
    expect(server.received.map(({ messageId }) => messageId)).toEqual([`<${stored?.id}@pennon>`]);
  });

  test('to a recipient that the server does not know are deleted, and the log has no address', async () => {
    const server = await aMailServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
    });
    const { app } = await withConfig(settingsFor(server));
    const email = await aStoredMail();

    const logged = await sendStoredMails(app);

    expect(logged).toEqual([expect.objectContaining({ responseCode: 550, final: true })]);
    expect(JSON.stringify(logged)).not.toContain(email);
    expect(await storedMails()).toEqual([]);
  });

  test('are retried if the credentials are refused, and the log has no password', async () => {
    const server = await aMailServer({
      authOptional: false,
      onAuth: (_, __, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
      allowInsecureAuth: true,
    });
    const { app } = await withConfig({
      ...settingsFor(server),
      emailUser: 'pennon',
      emailPassword: 'smtp-secret-1',
    });
    await aStoredMail();

    const logged = await sendStoredMails(app);

    expect(logged).toEqual([expect.objectContaining({ code: 'EAUTH', final: false })]);
    expect(JSON.stringify(logged)).not.toContain('smtp-secret-1');
    expect(await storedMails()).toHaveLength(1);
    await db.deleteFrom('mails').execute();
  });

  test('are not sent without encryption unless it is switched off', async () => {
    const server = await aMailServer();
    const { app } = await withConfig({ ...settingsFor(server), emailTls: 'starttls' });
    await aStoredMail();

    const logged = await sendStoredMails(app);

    expect(logged).toEqual([expect.objectContaining({ code: 'ETLS', final: false })]);
    expect(server.received).toEqual([]);
    await db.deleteFrom('mails').execute();
  });

  test('are not sent to a server whose certificate is not trusted', async () => {
    const server = await aMailServer({ disabledCommands: [] });
    const { app } = await withConfig({ ...settingsFor(server), emailTls: 'starttls' });
    await aStoredMail();

    const logged = await sendStoredMails(app);

    expect(logged).toEqual([expect.objectContaining({ final: false })]);
    expect(server.received).toEqual([]);
    await db.deleteFrom('mails').execute();
  });

  test('are given up after a day', async () => {
    const { app } = await withConfig(settingsFor({ port: 9 }));
    await aStoredMail();
    await db.updateTable('mails').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();

    const logged = await sendStoredMails(app);

    expect(logged).toEqual([expect.objectContaining({ final: true })]);
    expect(await storedMails()).toEqual([]);
  });

  test('are claimed by one process only', async () => {
    await aStoredMail();
    const claim = () => claimMails(db, { leaseMs: 60_000, limit: 5 });

    const claims = await Promise.all([claim(), claim()]);

    expect(claims.flat()).toHaveLength(1);
    await db.deleteFrom('mails').execute();
  });
});

test('names are escaped in HTML', () => {
  const content = {
    subject: '<s>',
    paragraphs: ['Hello <img src="https://evil.example/x"> & co'],
    link: { label: 'Open', url: 'https://flags.example/?a=1&b="' },
    note: "It's nothing",
  };

  expect(htmlOf(content)).toContain(
    'Hello &lt;img src=&quot;https://evil.example/x&quot;&gt; &amp;',
  );
  expect(htmlOf(content)).toContain('href="https://flags.example/?a=1&amp;b=&quot;"');
  expect(htmlOf(content)).not.toContain('<img');
  expect(textOf(content)).toContain('https://flags.example/?a=1&b="');
});
