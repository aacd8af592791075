/** The input of evaluation: flags of one environment, as SDKs receive them. */

export type Constraint = {
  contextName: string;
  operator: string;
  values?: readonly string[] | undefined;
  value?: string | undefined;
  inverted?: boolean | undefined;
  caseInsensitive?: boolean | undefined;
};

export type Segment = { id: number; constraints: readonly Constraint[] };

export type Payload = { type: 'csv' | 'json' | 'number' | 'string'; value: string };

export type Variant = {
  name: string;
  weight: number;
  stickiness?: string | undefined;
  payload?: Payload | undefined;
  overrides?: readonly { contextName: string; values: readonly string[] }[] | undefined;
};

export type Strategy = {
  name: string;
  parameters?: Readonly<Record<string, string | undefined>> | undefined;
  constraints?: readonly Constraint[] | undefined;
  segments?: readonly number[] | undefined;
  variants?: readonly Variant[] | undefined;
};

export type Dependency = {
  /** The parent. */
  feature: string;
  enabled?: boolean | undefined;
  variants?: readonly string[] | undefined;
};

export type Flag = {
  name: string;
  enabled: boolean;
  strategies?: readonly Strategy[] | undefined;
  variants?: readonly Variant[] | undefined;
  dependencies?: readonly Dependency[] | undefined;
};

/** Finds the parents and segments that flags refer to. */
export type Lookup = {
  flag: (name: string) => Flag | undefined;
  segment: (id: number) => Segment | undefined;
};

/** The fields an application sends: userId, sessionId and the like, and its own `properties`. */
export type Context = Readonly<Record<string, unknown>>;

/** Other inputs of the result; arguments, so that evaluation is a pure function. */
export type EvaluationOptions = {
  /** Milliseconds since 1970, for contexts without a currentTime. */
  now: number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** The host the application runs on; absent where the server evaluates. */
  hostname?: string | undefined;
  /** Continues after the result is known, so that every part of a flag has its reason. */
  thorough?: boolean | undefined;
};
