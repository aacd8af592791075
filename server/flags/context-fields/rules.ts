import { badData, conflict } from '../../platform/errors.ts';
import { assertUrlFriendly } from '../flags/rules.ts';
import type { ContextFieldPatch, LegalValue, NewContextField } from './schema.ts';

/** A context field as events contain it. */
export type FieldData = {
  name: string;
  description: string;
  stickiness: boolean;
  sortOrder: number;
  legalValues: LegalValue[];
};

/** Sorts fields without a sort order last. */
const defaultSortOrder = 9999;

export function planField(input: NewContextField): FieldData {
  assertUrlFriendly(input.name, '/body/name');
  const empty = {
    description: '',
    stickiness: false,
    sortOrder: defaultSortOrder,
    legalValues: [],
  };
  return patchField({ name: input.name, ...empty }, input);
}

/** Members left out keep their value. */
export function patchField(before: FieldData, patch: ContextFieldPatch): FieldData {
  const { description, stickiness, sortOrder, legalValues } = patch;
  if (legalValues !== undefined) assertUniqueValues(legalValues);
  return {
    name: before.name,
    description: description === undefined ? before.description : (description ?? ''),
    stickiness: stickiness ?? before.stickiness,
    sortOrder: sortOrder ?? before.sortOrder,
    legalValues: legalValues ?? before.legalValues,
  };
}

/** An existing value keeps its position and, unless a new one is given, its description. */
export function withLegalValue(before: FieldData, added: LegalValue): FieldData {
  const known = before.legalValues.some(({ value }) => value === added.value);
  const legalValues = known
    ? before.legalValues.map((legal) =>
        legal.value === added.value ? { ...legal, ...added } : legal,
      )
    : [...before.legalValues, added];
  return { ...before, legalValues };
}

export const withoutLegalValue = (before: FieldData, value: string): FieldData => ({
  ...before,
  legalValues: before.legalValues.filter((legal) => legal.value !== value),
});

/** Names of some flags, segments and projects that use the field. */
export type FieldUses = { flags: string[]; segments: string[]; projects: string[] };

export function assertUnused(name: string, { flags, segments, projects }: FieldUses): void {
  const uses = [
    ...named('flags', flags),
    ...named('segments', segments),
    ...named('projects', projects),
  ];
  if (uses.length > 0) throw conflict(`Context field "${name}" is used by ${uses.join('; ')}.`);
}

const named = (kind: string, names: readonly string[]) =>
  names.length === 0 ? [] : [`${kind} ${names.join(', ')}`];

function assertUniqueValues(legalValues: readonly LegalValue[]): void {
  const seen = new Set<string>();
  for (const [index, { value }] of legalValues.entries()) {
    if (seen.has(value)) {
      throw badData(`Value "${value}" is repeated.`, `/body/legalValues/${index}/value`);
    }
    seen.add(value);
  }
}
