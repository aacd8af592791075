import { catalogue } from './language.ts';
import { de } from './texts.de.ts';

const en = {
  /** Errors of requests that have no text of the server. */
  request: {
    status: (status: number) => `The server responded with status ${status}.`,
    unreachable: 'The server cannot be reached. Is it running?',
    offline: 'You are offline.',
    notSaved: 'Not saved: you are offline.',
    signedOut: 'You were signed out. Sign in, then try again.',
    notJson: 'The response is not JSON. Check the proxies in front of the server.',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
