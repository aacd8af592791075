import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { hashSecret } from '../api-tokens/secret.ts';

type ValidToken = { token: string; type: 'client' | 'frontend' | 'admin'; projects: string[] };

/** The API tokens that exist and have not expired, each once, in the given order. */
export async function listValidTokens(db: Db, texts: readonly string[]): Promise<ValidToken[]> {
  const byHash = new Map(texts.map((text) => [hashSecret(text), text]));
  const { rows } = await sql<Omit<ValidToken, 'token'> & { hash: string }>`
    select secret_hash as hash, type,
      case when all_projects then array['*'] else array(
        select project from api_token_projects where token_id = api_tokens.id order by project
      ) end as projects
    from api_tokens
    where secret_hash = any (${[...byHash.keys()]}::text[])
      and (expires_at is null or expires_at > now())`.execute(db);
  const found = new Map(rows.map(({ hash, ...token }) => [hash, token]));
  return [...byHash].flatMap(([hash, token]) => {
    const valid = found.get(hash);
    return valid ? [{ token, ...valid }] : [];
  });
}
