/** Number of cases of a randomised test: few by default, many with `npm run test:full`. */
export const caseCount = ({ short, full }: { short: number; full: number }) =>
  process.env.PENNON_TEST_FULL === undefined ? short : full;
