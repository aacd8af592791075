import type { Generated } from 'kysely';
import type { GeneratedJson, Json, Moment } from './columns.ts';

/** Change requests. */
export type ApprovalTables = {
  change_request_comment_version: { version: number };
  change_requests: {
    id: Generated<number>;
    project: string;
    environment: string;
    state: Generated<RequestState>;
    title: string | null;
    title_composed: Generated<boolean>;
    min_approvals: number | null;
    created_by: number;
    created_at: Moment;
  };
  change_request_changes: {
    id: Generated<number>;
    change_request_id: number;
    flag: string | null;
    segment_id: number | null;
    action: string;
    payload: Json<object>;
    base: Json<object>;
    proposed: Json<object>;
    depends_on: GeneratedJson<Record<string, string>>;
    created_by: number;
    created_at: Moment;
  };
  change_request_approvals: { change_request_id: number; user_id: number; created_at: Moment };
  change_request_rejections: { change_request_id: number; user_id: number; created_at: Moment };
  change_request_comments: {
    id: Generated<number>;
    change_request_id: number;
    text: string;
    created_by: number;
    created_at: Moment;
  };
  change_request_reviewers: { change_request_id: number; user_id: number; created_at: Moment };
  change_request_schedules: {
    change_request_id: number;
    scheduled_at: string;
    scheduled_by: number;
    status: Generated<'pending' | 'failed' | 'suspended'>;
    reason: string | null;
  };
  change_request_history: {
    id: Generated<number>;
    change_request_id: number;
    action: HistoryAction;
    user_id: number | null;
    created_at: Moment;
    comment: string | null;
    reason: string | null;
    scheduled_at: string | null;
    subjects: string[] | null;
  };
};

type HistoryAction =
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'scheduled'
  | 'applied'
  | 'failed'
  | 'suspended'
  | 'unscheduled'
  | 'change-added'
  | 'change-edited'
  | 'change-discarded';

type RequestState =
  | 'Draft'
  | 'In review'
  | 'Approved'
  | 'Applied'
  | 'Cancelled'
  | 'Rejected'
  | 'Scheduled';
