import type { ColumnType, Generated } from 'kysely';
import type { Moment, NullableMoment } from './columns.ts';

type NullableJson = ColumnType<object | null, string | null | undefined, string | null>;

/** Imports from Unleash. */
export type ImportTables = {
  imports: { source: string; last_event_id: Generated<number>; recorded: Generated<boolean> };
  imported_ids: { source: string; kind: string; source_id: string; id: number };
  imported_events: { first_id: number; last_id: number };
  import_runs: {
    only_row: Generated<true>;
    id: string;
    kind: 'preview' | 'import';
    state: Generated<'running' | 'complete' | 'failed' | 'cancelled'>;
    url: string;
    started_by: string;
    started_at: Moment;
    alive_at: Moment;
    ended_at: NullableMoment;
    cancel_requested: Generated<boolean>;
    progress: NullableJson;
    error: ColumnType<string | null, string | null | undefined, string | null>;
    summary: NullableJson;
  };
};
