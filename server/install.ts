import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { ensureApiToken } from './identity/api-tokens/commands.ts';
import { parseTokenText, type TokenType } from './identity/api-tokens/rules.ts';
import { ensureFirstAdmin } from './identity/users/commands.ts';
import { violatedPasswordRules } from './identity/users/rules.ts';
import { systemCaller } from './platform/caller.ts';
import { ConfigError } from './platform/config-error.ts';
import type { Db, Tx } from './platform/db/open.ts';
import { RequestError } from './platform/errors.ts';
import { inTransaction } from './transactions.ts';

/** The password is set only if this start generated it. */
export type FirstStart = { username: string; password?: string };

/** Creates the first administrator and the tokens of the configuration, unless they exist. */
export async function installFirstData(db: Db, config: Config, at?: string): Promise<FirstStart> {
  const username = config.adminUsername;
  const generated = config.adminPassword === undefined ? generatePassword() : undefined;
  const password = config.adminPassword ?? generated ?? '';

  const install = async (tx: Tx) => {
    const created = await withVariableName(
      'UNLEASH_DEFAULT_ADMIN_USERNAME and UNLEASH_DEFAULT_ADMIN_PASSWORD',
      ensureFirstAdmin(tx, systemCaller, {
        username,
        password,
        mustChangePassword: generated !== undefined,
      }),
    );
    await ensureTokens(tx, 'INIT_ADMIN_API_TOKENS', 'admin', config.initAdminTokens);
    await ensureTokens(tx, 'INIT_CLIENT_API_TOKENS', 'client', config.initClientTokens);
    await ensureTokens(tx, 'INIT_FRONTEND_API_TOKENS', 'frontend', config.initFrontendTokens);
    return created && generated !== undefined ? { username, password: generated } : { username };
  };
  return inTransaction(db, install, at);
}

async function ensureTokens(tx: Tx, variable: string, type: TokenType, texts: readonly string[]) {
  for (const text of texts) await withVariableName(variable, ensureToken(tx, type, text));
}

async function ensureToken(tx: Tx, type: TokenType, text: string): Promise<void> {
  const { projects, environment } = parseTokenText(text, type);
  const plan = { tokenName: `initial-${type}`, type, environment, projects, expiresAt: null };
  await ensureApiToken(tx, systemCaller, plan, text);
}

/** Adds the name of the variable to an error, without its value, which is a secret. */
async function withVariableName<T>(variable: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new ConfigError(`${variable}: ${error.message}`);
  }
}

/** Random, with a suffix so that it passes all password rules. */
export function generatePassword(): string {
  const password = `${randomBytes(12).toString('base64url')}-Aa1`;
  return violatedPasswordRules(password).length === 0 ? password : generatePassword();
}
