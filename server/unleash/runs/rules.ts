import { badData } from '../../platform/errors.ts';
import type { ImportRun } from './schema.ts';

/** The address without what does not belong to it; a password in it would be stored. */
export function planAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress =
    url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '';
  if (!isAddress || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw badData(
      'Send the address of an Unleash, such as https://unleash.example, without user and query.',
      '/body/url',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** A run that died with its process never ended. */
export function viewRun({ lost, ...run }: ImportRun & { lost: boolean }): ImportRun {
  if (run.state !== 'running' || !lost) return run;
  return {
    ...run,
    state: 'failed',
    error: 'The server process that ran it has ended. Start it again to import the rest.',
  };
}
