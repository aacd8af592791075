/** What an SDK that follows changes has in memory. */
export type Followed = { flags: Map<string, object>; segments: Map<number, object> };

type Told = {
  type: string;
  features?: { name: string }[];
  segments?: { id: number }[];
  feature?: { name: string };
  featureName?: string;
  segment?: { id: number };
};

export const nothingYet = (): Followed => ({ flags: new Map(), segments: new Map() });

/** Does what SDKs do with the events of a delta. */
export function applyDelta(held: Followed, events: readonly object[]): void {
  for (const event of events as Told[]) {
    if (event.type === 'hydration') {
      held.flags = new Map(event.features?.map((flag) => [flag.name, flag]));
      held.segments = new Map(event.segments?.map((segment) => [segment.id, segment]));
    }
    if (event.feature) held.flags.set(event.feature.name, event.feature);
    if (event.featureName) held.flags.delete(event.featureName);
    if (event.segment) held.segments.set(event.segment.id, event.segment);
  }
}

/** The flags by name; of the segments, those that an answer has, for others are of no use any more. */
export const seenIn = ({ flags, segments }: Followed, answer: { segments: { id: number }[] }) => ({
  features: [...flags.keys()].sort().map((name) => flags.get(name)),
  segments: answer.segments.map(({ id }) => segments.get(id)),
});
