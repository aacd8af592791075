/** A server to measure. */
export type Target = {
  name: string;
  port: number;
  tokens: Tokens;
  /** The database whose statements are counted; undefined where that is not possible. */
  database?: string;
};

/** The tokens of a user, a script and an application. */
export type Tokens = { user: string; admin: string; client: string };

export const password = 'Bench-password-1';
const fixedTokens = {
  admin: '*:*.bench-admin-secret',
  client: '*:development.bench-client-secret',
};

/** Settings that both servers accept. */
export const sharedSettings = (port: number) => ({
  PORT: String(port),
  HTTP_HOST: '127.0.0.1',
  DATABASE_POOL_MAX: '10',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
  UNLEASH_DEFAULT_ADMIN_PASSWORD: password,
  INIT_ADMIN_API_TOKENS: fixedTokens.admin,
  INIT_CLIENT_API_TOKENS: fixedTokens.client,
});

/** Creates a personal token of the first administrator, which has favourites and roles. */
export async function obtainTokens(port: number): Promise<Tokens> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { ...fixedTokens, user: await obtainUserToken(`http://127.0.0.1:${port}`) };
    } catch (error) {
      // A server that is still starting may reject a session that it has just created.
      if (attempt === attemptsMax) throw error;
    }
  }
}

const attemptsMax = 5;

async function obtainUserToken(url: string): Promise<string> {
  const login = await post(`${url}/auth/simple/login`, { username: 'admin', password });
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const created = await post(
    `${url}/api/admin/user/tokens`,
    { description: 'bench', expiresAt },
    { cookie },
  );
  return ((await created.json()) as { secret: string }).secret;
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'handling=strict', ...headers },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  throw new Error(`POST ${url}: status ${response.status}: ${await response.text()}`);
}
