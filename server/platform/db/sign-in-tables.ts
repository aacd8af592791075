import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export type SignInTables = {
  sign_in_settings: {
    only_row: Generated<boolean>;
    oidc: Json<Record<string, unknown>> | null;
    oidc_secret: string | null;
    scim_enabled: Generated<boolean>;
    scim_token_hash: string | null;
  };
  oidc_accounts: {
    user_id: number;
    issuer: string;
    client_id: string;
    subject: string;
    linked_at: Moment;
  };
  scim_users: {
    user_id: number;
    external_id: string | null;
    given_name: string | null;
    family_name: string | null;
    created_by_scim: boolean;
    modified_at: Moment;
  };
  scim_groups: { group_id: number; external_id: string | null; modified_at: Moment };
};
