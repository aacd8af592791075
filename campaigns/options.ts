/** The number of rounds, requests or minutes: that of `--size`, or the full length. */
export function campaignSize(full: number): number {
  const size = Number(process.env.PENNON_CAMPAIGN_SIZE ?? full);
  if (Number.isInteger(size) && size > 0) return size;
  throw new Error('--size must be a positive integer.');
}

/** Prints the figures of the table in docs/testing.md. */
export function report(figures: Record<string, number | string>): void {
  for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
}
