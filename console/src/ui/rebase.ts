import type { UseFormReturnType } from '@mantine/form';

type Members = Record<string, unknown>;

/** Applies the proposed members to the current state, as the server merges them on apply. */
export const rebase = (before: Members, proposed: Members, current: Members): Members =>
  mergeMembers(before, current, { ...before, ...proposed });

/** What was edited in the form stays; the rest becomes current. */
export function loadCurrent<Values extends Members>(
  form: Pick<
    UseFormReturnType<Values>,
    'getInitialValues' | 'getValues' | 'setValues' | 'resetDirty'
  >,
  current: Values,
): void {
  form.setValues(rebase(form.getInitialValues(), form.getValues(), current) as Values);
  form.resetDirty(current);
}

function mergeMembers(base: Members, current: Members, proposed: Members): Members {
  const names = new Set([...Object.keys(base), ...Object.keys(current), ...Object.keys(proposed)]);
  return Object.fromEntries(
    [...names]
      .map((name) => [name, mergeMember(base[name], current[name], proposed[name])] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function mergeMember(base: unknown, current: unknown, proposed: unknown): unknown {
  if (JSON.stringify(base) === JSON.stringify(proposed)) return current;
  if (!isRecord(base) || !isRecord(current) || !isRecord(proposed)) return proposed;
  return mergeMembers(base, current, proposed);
}

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
