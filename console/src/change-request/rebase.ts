type Members = Record<string, unknown>;

/**
 * What a change wants, on top of what is there now: members that it left as they were stay as somebody
 * else has made them since.
 */
export function rebase(before: Members, wish: Members, now: Members): Members {
  const wanted = Object.entries(wish).filter(([name, value]) => !same(value, before[name]));
  return {
    ...now,
    ...Object.fromEntries(
      wanted.map(([name, value]) => [
        name,
        name === 'parameters'
          ? rebase(membersOf(before[name]), membersOf(value), membersOf(now[name]))
          : value,
      ]),
    ),
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const membersOf = (value: unknown) => (value ?? {}) as Members;
