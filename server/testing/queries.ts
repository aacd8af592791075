import fc from 'fast-check';

const piece = fc.constantFrom('(', ')', '-', '"', '\\', ':', '<', '>=', '*', ' ', 'or', 'é', '7d');

/** Texts of which some are queries with these keys. */
export const randomQuery = (keys: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { arbitrary: piece, weight: 5 },
        { arbitrary: fc.constantFrom(...keys).map((key) => `${key}:`), weight: 4 },
        { arbitrary: fc.constantFrom('a', '7', 'on', 'x=on', '2026-11-01', 'team:a'), weight: 4 },
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''));
