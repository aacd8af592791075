import { attemptsMax, failuresMax } from './limits.ts';

type Kind<Row> = {
  /** The most rows of the database in one transaction. */
  size: number;
  /** How many rows of the database one of these is; 1 unless given. */
  weightOf?: (row: Row) => number;
  bytesOf: (row: Row) => number;
  /** Writes the rows in one transaction and returns those that must be written later. */
  write: (rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Called with the number of rows that are not attempted again. */
  onGivenUp: (rows: number) => void;
};

type Outcome<Row> = {
  /** The database was unavailable, and these new rows are not written. */
  unavailable: boolean;
  unwritten: Row[];
  errors: unknown[];
};

/**
 * Writes rows of one kind in small transactions. One that fails because of its rows is split, until
 * only those are dropped; one that had to wait for another transaction is attempted again with the
 * next call, a limited number of times.
 */
export function createBatches<Row>({ size, weightOf, bytesOf, write, onGivenUp }: Kind<Row>) {
  let waiting: { rows: readonly Row[]; attempt: number }[] = [];

  const attemptAgain = (rows: readonly Row[], attempt: number) => {
    if (attempt < attemptsMax) waiting.push({ rows, attempt: attempt + 1 });
    else onGivenUp(rows.length);
  };
  const writePart = async (part: readonly Row[], attempt: number, outcome: Outcome<Row>) => {
    const { errors, unwritten } = outcome;
    const retain = () => {
      if (attempt === 1) unwritten.push(...part);
      else waiting.push({ rows: part, attempt });
    };
    if (outcome.unavailable) return retain();
    try {
      const later = await write(part);
      if (later.length > 0) attemptAgain(later, attempt);
    } catch (error) {
      errors.push(error);
      const cause = causeOf(error);
      outcome.unavailable = cause === 'database';
      if (cause === 'database') return retain();
      if (cause === 'waiting') return attemptAgain(part, attempt);
      if (part.length === 1 || errors.length >= failuresMax) return onGivenUp(part.length);
      for (const smaller of partsOf(part, Math.ceil(part.length / 10))) {
        await writePart(smaller, attempt, outcome);
      }
    }
  };

  return {
    isWaiting: () => waiting.length > 0,
    bytes: () =>
      waiting.reduce((sum, { rows }) => rows.reduce((more, row) => more + bytesOf(row), sum), 0),
    write: async (newest: readonly Row[]): Promise<Outcome<Row>> => {
      const outcome: Outcome<Row> = { unavailable: false, unwritten: [], errors: [] };
      const work = [{ rows: newest, attempt: 1 }, ...waiting];
      waiting = [];
      for (const { rows, attempt } of work) {
        for (const part of partsOf(rows, size, weightOf)) await writePart(part, attempt, outcome);
      }
      return outcome;
    },
  };
}

/** Parts of at most `max` rows of the database, or of one row. */
function partsOf<Row>(
  rows: readonly Row[],
  max: number,
  weightOf: (row: Row) => number = () => 1,
): Row[][] {
  const parts: Row[][] = [];
  let weight = max;
  for (const row of rows) {
    weight += weightOf(row);
    if (weight > max) {
      parts.push([]);
      weight = weightOf(row);
    }
    parts.at(-1)?.push(row);
  }
  return parts;
}

/** With an error that is caused neither by rows nor by other transactions, all rows would fail. */
function causeOf(error: unknown): 'rows' | 'waiting' | 'database' {
  const { code = '' } = error as { code?: string };
  // Serialization failures and deadlocks, locks that are not available, timeouts.
  if (/^(40|55)...$|^57014$/.test(code)) return 'waiting';
  // Values, constraints, and limits such as that of an index entry.
  return /^(21|22|23|54)...$/.test(code) ? 'rows' : 'database';
}
