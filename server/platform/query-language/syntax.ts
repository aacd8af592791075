import { badDataIn } from '../errors.ts';

export const operators = ['', '<', '<=', '>', '>='] as const;
export type Operator = (typeof operators)[number];

/** A value as it was written; `prefix` if an unquoted `*` follows it. */
export type Value = { text: string; prefix: boolean };

/** `key:value`, with the positions of both, counted from 1. */
export type Term = { kind: 'term'; key: string; operator: Operator; value: Value } & {
  at: number;
  valueAt: number;
};

/** `key:value(…)`: what must hold there. */
export type Within = { kind: 'within'; key: string; value: Value; part: Expression } & {
  at: number;
  /** Of the parenthesis. */
  partAt: number;
};

export type Text = { kind: 'text'; text: string; at: number };

/** A group has at least two parts, none of them a group of its own kind. */
export type Expression =
  | { kind: 'and' | 'or'; parts: readonly Expression[] }
  | { kind: 'not'; part: Expression }
  | Within
  | Term
  | Text;

/** Refuses a query; `position` is that of the character, counted from 1. */
export const badQuery = (problem: string, position: number) => {
  const message = `q, character ${position}: ${problem}`;
  return badDataIn(message, [{ message, path: '/query/q', position }]);
};

export const joined = (kind: 'and' | 'or', parts: readonly Expression[]): Expression => {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const [only] = flat;
  return only !== undefined && flat.length === 1 ? only : { kind, parts: flat };
};
