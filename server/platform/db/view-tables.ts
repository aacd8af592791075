import type { Generated } from 'kysely';
import type { Moment } from './columns.ts';

export type ViewTables = {
  saved_views: {
    id: Generated<string>;
    kind: 'flags' | 'events';
    name: string;
    description: string | null;
    query: string;
    columns: string[];
    project: string | null;
    owner_id: number | null;
    created_at: Moment;
    updated_at: Moment;
  };
  view_watches: {
    view_id: string;
    query: string;
    parked: string | null;
    evaluated_at: string;
  };
  view_subscriptions: {
    view_id: string;
    user_id: number;
    created_at: Moment;
  };
  view_members: {
    view_id: string;
    flag: string;
  };
  view_entries: {
    id: Generated<number>;
    view_id: string;
    user_id: number;
    flag: string;
    event_id: number | null;
    seen: Generated<boolean>;
    created_at: Moment;
  };
  view_reading: {
    position: number;
  };
};
