import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';

/** The server under test, used as an administrator. */

const { url, adminToken } = inject('pennon');

export { url };

export async function api<Result = unknown>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const response = await fetch(`${url}/api/admin/${path}`, {
    method,
    headers: { authorization: adminToken, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}

export type Project = { id: string; clientToken: string; frontendToken: string };

/** A project with tokens that see nothing else, so that the files do not disturb each other. */
export async function aProject(): Promise<Project> {
  const id = unique('project');
  await api('POST', 'projects', { id, name: id });
  const aToken = async (type: 'client' | 'frontend') => {
    const input = { tokenName: unique(type), type, environment: 'development', projects: [id] };
    return (await api<{ secret: string }>('POST', 'api-tokens', input)).secret;
  };
  return { id, clientToken: await aToken('client'), frontendToken: await aToken('frontend') };
}

export const unique = (stem: string) => `${stem}-${randomUUID()}`;

export type FlagInput = {
  name?: string;
  impressionData?: boolean;
  strategies?: object[];
  variants?: object[];
  enabled?: boolean;
};

/** A flag of the project, configured in development. */
export async function aFlag(
  { id }: Project,
  { name = unique('flag'), impressionData = false, ...input }: FlagInput = {},
): Promise<string> {
  await api('POST', `projects/${id}/features`, { name, impressionData });
  const environment = inDevelopment(id, name);
  for (const strategy of input.strategies ?? [{ name: 'default' }]) {
    await api('POST', `${environment}/strategies`, strategy);
  }
  if (input.variants) await api('PUT', `${environment}/variants`, input.variants);
  if (input.enabled ?? true) await api('POST', `${environment}/on`);
  return name;
}

/** Waits until SDKs receive every change so far; they receive changes in order. */
export async function untilDelivered(project: Project): Promise<void> {
  const last = await aFlag(project);
  const fetchNames = async () => {
    const headers = { authorization: project.frontendToken };
    const response = await fetch(`${url}/api/frontend`, { headers });
    const { toggles } = (await response.json()) as { toggles: { name: string }[] };
    return toggles.map(({ name }) => name);
  };
  await expect.poll(fetchNames).toContain(last);
}

export const switchFlag = ({ id }: Project, flag: string, to: 'on' | 'off') =>
  api('POST', `${inDevelopment(id, flag)}/${to}`);

const inDevelopment = (project: string, flag: string) =>
  `projects/${project}/features/${flag}/environments/development`;

export const aVariant = (
  name: string,
  payload: { type: string; value: string },
  weight = 1000,
) => ({
  name,
  payload,
  weight,
  weightType: 'variable',
  stickiness: 'userId',
});

export type Usage = { yes: number; no: number; variants: Record<string, number> };

/** What an application reported about a flag so far, in all hours. */
export async function usageOf(flag: string, app: string): Promise<Usage> {
  type Row = Usage & { appName: string; environment: string };
  const { data } = await api<{ data: Row[] }>('GET', `client-metrics/features/${flag}/raw`);
  const sum: Usage = { yes: 0, no: 0, variants: {} };
  for (const { appName, environment, yes, no, variants } of data) {
    if (appName !== app || environment !== 'development') continue;
    sum.yes += yes;
    sum.no += no;
    for (const [name, count] of Object.entries(variants)) {
      sum.variants[name] = (sum.variants[name] ?? 0) + count;
    }
  }
  return sum;
}

/** The versions of the SDKs of an application. */
export async function sdksOf(app: string): Promise<string[]> {
  const { instances } = await api<{ instances: { sdkVersion: string }[] }>(
    'GET',
    `metrics/instances/${app}/environment/development`,
  );
  return [...new Set(instances.map(({ sdkVersion }) => sdkVersion))];
}
