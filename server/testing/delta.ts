/** The state of an SDK that receives deltas. */
export type SdkState = { flags: Map<string, object>; segments: Map<number, object> };

type DeltaEvent = {
  type: string;
  features?: { name: string }[];
  segments?: { id: number }[];
  feature?: { name: string };
  featureName?: string;
  segment?: { id: number };
};

export const emptySdkState = (): SdkState => ({ flags: new Map(), segments: new Map() });

/** Applies the events of a delta as SDKs do. */
export function applyDelta(state: SdkState, events: readonly object[]): void {
  for (const event of events as DeltaEvent[]) {
    if (event.type === 'hydration') {
      state.flags = new Map(event.features?.map((flag) => [flag.name, flag]));
      state.segments = new Map(event.segments?.map((segment) => [segment.id, segment]));
    }
    if (event.feature) state.flags.set(event.feature.name, event.feature);
    if (event.featureName) state.flags.delete(event.featureName);
    if (event.segment) state.segments.set(event.segment.id, event.segment);
  }
}

/** Flags by name, and only segments of the response: SDKs retain unused ones. */
export const comparableState = (
  { flags, segments }: SdkState,
  response: { segments: { id: number }[] },
) => ({
  features: [...flags.keys()].sort().map((name) => flags.get(name)),
  segments: response.segments.map(({ id }) => segments.get(id)),
});
