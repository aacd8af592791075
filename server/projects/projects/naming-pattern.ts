import { createContext, Script } from 'node:vm';
import { badData } from '../../platform/errors.ts';
import type { FeatureNaming } from './schema.ts';

export type Naming = {
  pattern: string | null;
  example: string | null;
  description: string | null;
};

export const noNaming: Naming = { pattern: null, example: null, description: null };

/** Usual patterns take microseconds; catastrophic backtracking is stopped here. */
const timeoutMs = 100;

const sandbox = createContext({ pattern: '', text: '' });
// The pattern is also compiled alone, because it may be valid only inside the added group.
const match = new Script('new RegExp(pattern); new RegExp("^(?:" + pattern + ")$").test(text)');

/** A timeout with little CPU time of this process is due to machine load and is retried. */
const attemptsMax = 10;

type MatchResult = 'fits' | 'differs' | 'invalid' | 'too slow';

/** Matches the entire text. A pattern from user input must not block the server. */
export function matchName(pattern: string, text: string): MatchResult {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const before = process.cpuUsage();
    const result = tryToMatch(pattern, text);
    const { user, system } = process.cpuUsage(before);
    const computedMs = (user + system) / 1000;
    if (result !== 'too slow' || computedMs > timeoutMs / 2) return result;
  }
  return 'too slow';
}

function tryToMatch(pattern: string, text: string): MatchResult {
  Object.assign(sandbox, { pattern, text });
  try {
    return match.runInContext(sandbox, { timeout: timeoutMs }) ? 'fits' : 'differs';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'too slow' : 'invalid';
  }
}

/** Without a pattern there is no naming rule, and example and description are ignored. */
export function planNaming({ pattern, example, description }: FeatureNaming): Naming {
  if (pattern === null || pattern === '') return noNaming;
  if (/\s/.test(pattern)) throw invalidNaming('The pattern must not contain spaces.', 'pattern');
  const result = matchName(pattern, example ?? '');
  if (result === 'invalid') {
    throw invalidNaming('The pattern is not a valid regular expression.', 'pattern');
  }
  if (result === 'too slow') {
    throw invalidNaming('The pattern takes too long to match. Make it simpler.', 'pattern');
  }
  if (example && result === 'differs') {
    throw invalidNaming('The example does not match the pattern.', 'example');
  }
  return { pattern, example: example || null, description: description || null };
}

const invalidNaming = (message: string, member: string) =>
  badData(message, `/body/featureNaming/${member}`);
