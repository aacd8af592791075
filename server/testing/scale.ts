/** Whether this is `npm run test:full`. */
export const isFullRun = process.env.PENNON_TEST_FULL !== undefined;

/** Number of cases of a randomised test: few by default, many with `npm run test:full`. */
export const caseCount = ({ short, full }: { short: number; full: number }) =>
  isFullRun ? full : short;
