/**
 * Counters that grow with every change of the data. Where those that a response depends on are equal,
 * the response is equal.
 */
export type DataVersion = {
  newestEvent: number;
  /** Changes to the flag search, which may have no event. */
  flagVersion: number;
  /** Changes to what the items of all flag searches have in common, such as environments. */
  displayVersion: number;
  /** Changes to usage, which have no events. */
  usageVersion: number;
  /** Comments and requests for review, which have no events. */
  commentVersion: number;
  /** The event of the newest deletion of a project, or 0. */
  projectDeletion: number;
  /** The event of the newest deletion of old events, or 0. */
  eventDeletion: number;
};

/** True if data of the first version has every change of the second. */
export const includesVersion = (one: DataVersion, other: DataVersion): boolean =>
  (Object.keys(other) as (keyof DataVersion)[]).every((counter) => one[counter] >= other[counter]);
