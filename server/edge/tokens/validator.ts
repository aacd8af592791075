import { unavailable } from '../../platform/errors.ts';
import type { Upstream, ValidToken } from '../upstream/client.ts';

/** The upstream accepts at most 1000 tokens in a request. */
const batchMax = 500;
/** Requests beyond it are refused: a flood of invented tokens must not grow. */
const waitingMax = 5000;
/** Tokens that arrive within this time are validated together. */
const gatherMs = 10;

type Waiting = { text: string; resolve: (valid?: ValidToken) => void; reject: () => void };

/** Validates tokens in batches, one request at a time, so that the upstream is not flooded. */
export function createValidator(upstream: Upstream) {
  let waiting: Waiting[] = [];
  let running = false;

  async function list(texts: readonly string[]): Promise<ValidToken[]> {
    const found: ValidToken[] = [];
    for (let at = 0; at < texts.length; at += batchMax) {
      found.push(...(await upstream.validate(texts.slice(at, at + batchMax))));
    }
    return found;
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      try {
        const valid = await upstream.validate([...new Set(batch.map(({ text }) => text))]);
        for (const { text, resolve } of batch) resolve(valid.find(({ token }) => token === text));
      } catch {
        for (const { reject } of batch) reject();
      }
    }
    running = false;
  }

  return {
    list,
    find: (text: string): Promise<ValidToken | undefined> =>
      new Promise((resolve, reject) => {
        if (waiting.length >= waitingMax) throw cannotValidate();
        waiting.push({ text, resolve, reject: () => reject(cannotValidate()) });
        if (running) return;
        running = true;
        setTimeout(() => void run(), gatherMs);
      }),
  };
}

const cannotValidate = () =>
  unavailable('The upstream cannot be reached to validate the token. Try again later.');
