import type { Running } from '../server/testing/process.ts';

/** The values of the server's metrics that have no labels. */
export async function metricsOf({ url }: Pick<Running, 'url'>): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/internal-backstage/prometheus`)).text();
  const lines = text.matchAll(/^(\w+) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

export const megabytes = (bytes = 0) => Math.round(bytes / 1024 / 1024);
