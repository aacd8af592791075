/** Of a statement. */
export type Page = { limit: number; offset: number };

const countMax = 1000;
const countDefault = 100;

/** RFC 7644, section 3.4.2.4: the first index is 1, and values below the minimum are the minimum. */
export const pageOf = ({ startIndex = 1, count = countDefault }): Page => ({
  limit: Math.min(Math.max(count, 0), countMax),
  offset: Math.max(startIndex, 1) - 1,
});
