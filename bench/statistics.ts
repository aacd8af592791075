/** One round against one server. */
export type Round = { seconds: number; latenciesMs: readonly number[] };

/** The summary of several rounds. */
export type Measured = {
  /** Requests per second: the median of the rounds. */
  rate: number;
  /** The range of the rounds as a share of the median. */
  spread: number;
  p50Ms: number;
  p99Ms: number;
  rounds: number;
  requests: number;
};

/** The rate is a median of rounds; latencies are of all requests, so a slow round still counts. */
export function summarise(rounds: readonly Round[]): Measured {
  const rates = rounds.map(({ seconds, latenciesMs }) => latenciesMs.length / seconds);
  const latencies = rounds.flatMap(({ latenciesMs }) => latenciesMs).toSorted(ascending);
  const rate = median(rates);
  return {
    rate,
    spread: (Math.max(...rates) - Math.min(...rates)) / rate,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    rounds: rounds.length,
    requests: latencies.length,
  };
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('An empty list has no median');
  const sorted = values.toSorted(ascending);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The smallest value that is not exceeded by this share of all values. */
export function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('An empty list has no percentile');
  return value;
}

const ascending = (one: number, other: number) => one - other;
