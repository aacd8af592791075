type Members = Record<string, unknown>;

/** Applies the proposed members to the current state, as the server merges them on apply. */
export const rebase = (before: Members, wish: Members, now: Members): Members =>
  mergeMembers(before, now, { ...before, ...wish });

function mergeMembers(base: Members, current: Members, wanted: Members): Members {
  const names = new Set([...Object.keys(base), ...Object.keys(current), ...Object.keys(wanted)]);
  return Object.fromEntries(
    [...names]
      .map((name) => [name, mergeOne(base[name], current[name], wanted[name])] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function mergeOne(base: unknown, current: unknown, wanted: unknown): unknown {
  if (JSON.stringify(base) === JSON.stringify(wanted)) return current;
  if (!isRecord(base) || !isRecord(current) || !isRecord(wanted)) return wanted;
  return mergeMembers(base, current, wanted);
}

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
