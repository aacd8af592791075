import { createContext, Script } from 'node:vm';
import { badData } from '../../platform/errors.ts';
import type { FeatureNaming } from './schema.ts';

export type Naming = {
  pattern: string | null;
  example: string | null;
  description: string | null;
};

export const noNaming: Naming = { pattern: null, example: null, description: null };

/** Honest patterns take microseconds; one that backtracks without end is stopped here. */
const timeoutMs = 100;

const sandbox = createContext({ pattern: '', text: '' });
// Compiled by itself first: what is only valid between our brackets is not a pattern.
const match = new Script('new RegExp(pattern); new RegExp("^(?:" + pattern + ")$").test(text)');

/** On a busy machine the time may pass while others compute; more often than this it is the pattern. */
const attemptsMax = 10;

type Verdict = 'fits' | 'differs' | 'invalid' | 'too slow';

/** Whether the whole text fits the pattern; a pattern from people must not hang the server. */
export function matchName(pattern: string, text: string): Verdict {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const before = process.cpuUsage();
    const verdict = tryToMatch(pattern, text);
    const { user, system } = process.cpuUsage(before);
    const computedMs = (user + system) / 1000;
    if (verdict !== 'too slow' || computedMs > timeoutMs / 2) return verdict;
  }
  return 'too slow';
}

function tryToMatch(pattern: string, text: string): Verdict {
  Object.assign(sandbox, { pattern, text });
  try {
    return match.runInContext(sandbox, { timeout: timeoutMs }) ? 'fits' : 'differs';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'too slow' : 'invalid';
  }
}

/** Checks a naming rule and fills in what was left out; no pattern means no rule at all. */
export function planNaming({ pattern, example, description }: FeatureNaming): Naming {
  if (pattern === null || pattern === '') return noNaming;
  if (/\s/.test(pattern)) throw wrong('The pattern must not contain spaces.', 'pattern');
  const verdict = matchName(pattern, example ?? '');
  if (verdict === 'invalid') {
    throw wrong('The pattern is not a valid regular expression.', 'pattern');
  }
  if (verdict === 'too slow') {
    throw wrong('The pattern takes too long to match. Make it simpler.', 'pattern');
  }
  if (example && verdict === 'differs') {
    throw wrong('The example does not match the whole pattern.', 'example');
  }
  return { pattern, example: example || null, description: description || null };
}

const wrong = (message: string, member: string) =>
  badData(message, `/body/featureNaming/${member}`);
