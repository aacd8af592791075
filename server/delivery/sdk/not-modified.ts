import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SdkToken } from '../../platform/caller.ts';
import type { Delivery } from './delivery.ts';

type Told = {
  token: SdkToken;
  revision: number;
  /** Before any token was changed since. */
  tokensVersion: number;
  toldAt: number;
  /** Names and values in turn, the form that takes the least work to send. */
  headers: readonly string[];
};

type Answered = Pick<Told, 'token' | 'revision'> & {
  headers: Readonly<Record<string, number | string | string[] | undefined>>;
};

export type Unchanged = {
  /** Keeps an answer of 304 that was given on the long way. */
  remember: (request: IncomingMessage, answered: Answered) => void;
  /** Gives it again if it is still true. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** After this time the long way is gone once, on which the use of the token is noted. */
const lastsMs = 60_000;
const answersMax = 10_000;
const questionLengthMax = 1000;

/**
 * The same SDK asks the same, with the same token, and is told that nothing has changed: the answer is
 * remembered by the very text of the question. Measured on the way through all hooks, 304 was a third
 * as fast as a bare route; so it is as fast as one.
 */
export function createUnchanged(delivery: Delivery, onAnswer: () => void): Unchanged {
  const told = new Map<string, Told>();

  const isTrue = ({ token, revision, tokensVersion, toldAt }: Told): boolean => {
    const now = Date.now();
    return (
      tokensVersion === delivery.tokensVersion() &&
      revision === delivery.revisionOf(token.environment) &&
      now - toldAt < lastsMs &&
      (token.expiresAt === null || Date.parse(token.expiresAt) > now)
    );
  };

  return {
    remember: (request, answered) => {
      const question = questionOf(request);
      if (question.length > questionLengthMax) return;
      if (told.size >= answersMax) told.clear();
      const headers = Object.entries(answered.headers)
        .filter(([name, value]) => name !== 'x-request-id' && value !== undefined)
        .flatMap(([name, value]) => [name, String(value)]);
      const tokensVersion = delivery.tokensVersion();
      told.set(question, { ...answered, headers, tokensVersion, toldAt: Date.now() });
    },
    answer: (request, response) => {
      if (request.headers['if-none-match'] === undefined || request.method !== 'GET') return false;
      const question = questionOf(request);
      const before = told.get(question);
      if (!before) return false;
      if (!isTrue(before)) {
        told.delete(question);
        return false;
      }
      response.writeHead(304, [...before.headers, 'x-request-id', randomUUID()]).end();
      onAnswer();
      return true;
    },
  };
}

/** Everything that the answer depends on. */
const questionOf = ({ url, headers }: IncomingMessage): string =>
  `${url}\n${headers.authorization}\n${headers['if-none-match']}\n${headers['unleash-client-spec']}`;
