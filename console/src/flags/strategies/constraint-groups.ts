import type { Constraint } from '../../../../server/flags/strategies/schema.ts';

type Row = { constraint: Constraint; index: number };

/** The constraints on one context field with their places in the list. */
export type FieldConstraints = { contextName: string; rows: [Row, ...Row[]] };

/** In the order of the first constraint on each field; one without a field stays alone. */
export function groupedByField(constraints: readonly Constraint[]): FieldConstraints[] {
  const groups: FieldConstraints[] = [];
  for (const [index, constraint] of constraints.entries()) {
    const { contextName } = constraint;
    const group = groups.find(
      (each) => each.contextName !== '' && each.contextName === contextName,
    );
    if (group) group.rows.push({ constraint, index });
    else groups.push({ contextName, rows: [{ constraint, index }] });
  }
  return groups;
}
