import type { Criterion as AnyCriterion } from '../platform/query-language/criteria.ts';
import type { TimeBound } from '../platform/query-language/times.ts';

/**
 * Any of these parts of a strategy or variant, in this environment or in any. If there are several, a
 * flag has at most one of them.
 */
export type SettingTest = {
  on: 'setting';
  environment: string | undefined;
  settings: readonly { kind: string; value: string }[];
};

/** A condition on one property of a flag; several values are alternatives. */
export type Test =
  | { on: 'text' | 'project' | 'type' | 'stage' | 'state'; values: readonly string[] }
  /** Ids, usernames and e-mails. */
  | { on: 'creator'; values: readonly string[] }
  /** As environment:enabled or environment:disabled. */
  | { on: 'switch'; values: readonly string[] }
  /** Flags with any or, if `all`, all of the labels. */
  | { on: 'tag'; all: boolean; values: readonly string[] }
  | { on: 'segment'; all: boolean; values: readonly string[] }
  | SettingTest
  | { on: 'name'; value: string; prefix: boolean }
  | { on: 'archived' | 'favorite'; value: boolean }
  /** All bounds must hold. */
  | { on: 'created' | 'seen'; bounds: readonly TimeBound[] };

/** Which flags a search finds. */
export type Criterion<Leaf = Test> = AnyCriterion<Leaf>;
