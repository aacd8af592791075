import type { Generated } from 'kysely';
import type { Moment, NullableMoment } from './columns.ts';

export type AccountTables = {
  mails: {
    id: Generated<string>;
    template: string;
    recipient: string;
    created_at: Moment;
    next_attempt_at: Moment;
    failures: Generated<number>;
    lease: string | null;
    leased_until: NullableMoment;
  };
  attempts: { key: string; count: number; ends_at: string };
  sessions: {
    id: Generated<number>;
    secret_hash: string;
    user_id: number;
    created_at: Moment;
    expires_at: string;
    address: string | null;
    user_agent: string | null;
    oidc: Generated<boolean>;
  };
  client_logins: {
    challenge: string;
    user_id: number;
    host: string;
    created_at: Moment;
    expires_at: string;
    token_expires_at: string;
  };
  password_links: {
    secret_hash: string;
    user_id: number;
    created_by: string | null;
    mail_id: string | null;
    created_at: Moment;
    expires_at: string;
    used_at: NullableMoment;
  };
  invitations: {
    id: Generated<number>;
    secret_hash: string;
    name: string;
    root_role_id: number;
    enabled: Generated<boolean>;
    created_by: string | null;
    created_at: Moment;
    expires_at: string;
  };
  invitation_users: { user_id: number; invitation_id: number };
  second_factors: {
    user_id: number;
    secret: string;
    confirmed_at: NullableMoment;
    last_step: Generated<number>;
  };
  recovery_codes: { code_hash: string; user_id: number };
};
