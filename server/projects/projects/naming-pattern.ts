import { RE2JS } from 're2js';
import { badData } from '../../platform/errors.ts';
import type { FeatureNaming } from './schema.ts';

export type Naming = {
  pattern: string | null;
  example: string | null;
  description: string | null;
};

export const noNaming: Naming = { pattern: null, example: null, description: null };

/** A name takes less than a millisecond; usual patterns have 10 to 400 instructions. */
const programSizeMax = 1000;

/** Whether a project accepts a name; compiled once for all names. */
export function nameTestOf(pattern: string | null): (name: string) => boolean {
  if (pattern === null) return () => true;
  const compiled = compilePattern(pattern);
  return (name) => compiled?.matches(name) ?? false;
}

/**
 * Matches the entire name; undefined if the pattern is invalid or too complex. RE2 takes linear time, so
 * that no pattern blocks the server.
 */
export function compilePattern(pattern: string): Pick<RE2JS, 'matches'> | undefined {
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > programSizeMax ? undefined : compiled;
  } catch {
    return undefined;
  }
}

/** Without a pattern there is no naming rule, and example and description are ignored. */
export function planNaming({ pattern, example, description }: FeatureNaming): Naming {
  if (pattern === null || pattern === '') return noNaming;
  if (/\s/.test(pattern)) throw invalidNaming('The pattern must not contain spaces.', 'pattern');
  const compiled = compilePattern(pattern);
  if (!compiled) {
    throw invalidNaming(
      'The pattern is not a valid regular expression, has lookaround or backreferences, or is too complex.',
      'pattern',
    );
  }
  if (example && !compiled.matches(example)) {
    throw invalidNaming('The example does not match the pattern.', 'example');
  }
  return { pattern, example: example || null, description: description || null };
}

const invalidNaming = (message: string, member: string) =>
  badData(message, `/body/featureNaming/${member}`);
