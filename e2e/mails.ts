import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { mailFolder } from './browser.ts';

type Mail = { to: string[]; subject: string; text: string };

/** The first e-mail to an address, once it has arrived. */
export async function mailTo(address: string): Promise<Mail> {
  const find = async () => (await readMails()).find(({ to }) => to.includes(address));
  await expect.poll(find).toBeDefined();
  return (await find()) as Mail;
}

/** Without a file that is not written completely. */
async function readMails(): Promise<Mail[]> {
  const files = await readdir(mailFolder);
  const texts = await Promise.all(files.map((file) => readFile(join(mailFolder, file), 'utf8')));
  return texts.filter((text) => text.endsWith('}')).map((text) => JSON.parse(text) as Mail);
}
