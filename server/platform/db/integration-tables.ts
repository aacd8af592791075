import type { Generated } from 'kysely';
import type { Json, Moment, NullableMoment } from './columns.ts';

export type IntegrationTables = {
  integrations: {
    id: Generated<number>;
    uid: Generated<string>;
    project: string | null;
    name: string;
    kind: string;
    description: string | null;
    enabled: boolean;
    filter: Json<Record<string, unknown>>;
    installation_events: boolean;
    parameters: Json<Record<string, string>>;
    secrets: Json<Record<string, string>>;
    previous_secret_until: NullableMoment;
    created_at: Moment;
    position: number;
    next_attempt_at: Moment;
    failures: Generated<number>;
    failing_since: NullableMoment;
    parked_at: NullableMoment;
    lease: string | null;
    leased_until: NullableMoment;
  };
  integration_deliveries: {
    id: Generated<number>;
    integration_id: number;
    cause: 'event' | 'replay' | 'test';
    first_event_id: number | null;
    last_event_id: number | null;
    attempted_at: Moment;
    duration_ms: number;
    delivered: boolean;
    status: number | null;
    error: string | null;
    response: string;
  };
};
