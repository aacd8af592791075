import type { TestApp, TestResponse } from './app.ts';

type Jar = Map<string, string>;

/** The redirect from the provider back to the app, and the cookie of the attempt. */
export type Returned = { callback: string; cookie: string };

/** Begins a login and follows the provider until it redirects back. */
export async function goToProvider({ get }: TestApp, next = '/flags'): Promise<Returned> {
  const begun = await get(`/auth/oidc/login?next=${encodeURIComponent(next)}`, { token: null });
  const cookie = String(begun.headers['set-cookie']).split(';', 1)[0] ?? '';
  const jar: Jar = new Map();
  let url = String(begun.headers.location);
  // The redirects of a login at the provider are four.
  for (let step = 0; step < 10 && !url.includes('/auth/oidc/callback'); step++) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookiesOf(jar) } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
      jar.set(name, value);
    }
    const { location } = Object.fromEntries(response.headers);
    if (location === undefined) throw new Error(`no redirect: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  const { pathname, search } = new URL(url);
  return { callback: pathname + search, cookie };
}

export const comeBack = ({ get }: TestApp, { callback, cookie }: Returned): Promise<TestResponse> =>
  get(callback, { token: null, headers: { cookie } });

export const logInAtProvider = async (app: TestApp): Promise<TestResponse> =>
  comeBack(app, await goToProvider(app));

/** The headers of requests in the session that a response created. */
export function sessionOf({ headers }: TestResponse): { cookie: string } {
  const cookies = [headers['set-cookie']].flat().map(String);
  const session = cookies.find((line) => line.startsWith('pennon_session='));
  if (session === undefined) throw new Error(`no session: ${headers.location}`);
  return { cookie: session.split(';', 1)[0] ?? '' };
}

const cookiesOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
