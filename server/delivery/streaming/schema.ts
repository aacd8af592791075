import { type Static, Type } from 'typebox';
import { ref } from '../../platform/http/schema.ts';
import { ClientFeature, ClientFeaturesQuery, ClientSegment } from '../sdk/schema.ts';

const EventId = Type.Integer({ description: 'The id of the event in the event log' });

const FeatureUpdated = Type.Object({
  type: Type.Literal('feature-updated'),
  eventId: EventId,
  feature: ref(ClientFeature),
});

const FeatureRemoved = Type.Object({
  type: Type.Literal('feature-removed'),
  eventId: EventId,
  featureName: Type.String(),
  project: Type.String(),
});

const SegmentUpdated = Type.Object({
  type: Type.Literal('segment-updated'),
  eventId: EventId,
  segment: ref(ClientSegment),
});

const Hydration = Type.Object(
  {
    type: Type.Literal('hydration'),
    eventId: EventId,
    features: Type.Array(ref(ClientFeature)),
    segments: Type.Array(ref(ClientSegment)),
  },
  { description: 'All flags and segments, for a client without a revision or with an old one' },
);

/** Updates a client from its revision to the newest. */
export type DeltaEvent = Static<
  typeof FeatureUpdated | typeof FeatureRemoved | typeof SegmentUpdated
>;

export const ClientDelta = Type.Object(
  {
    events: Type.Array(Type.Union([Hydration, FeatureUpdated, FeatureRemoved, SegmentUpdated])),
  },
  { $id: 'ClientDelta' },
);
export type ClientDelta = Static<typeof ClientDelta>;

export const ClientDeltaQuery = ClientFeaturesQuery;
