import type { Samples } from './samples.ts';
import { get, type Scenario } from './scenario.ts';

const features = get('/api/client/features');

export function sdks({ writableFlags }: Samples): Scenario[] {
  const names = writableFlags.slice(0, 50).map(({ flag }) => flag);
  return [
    { name: 'client features, 200', group: 'SDKs', as: 'client', status: 200, request: features },
    {
      name: 'client features, 304',
      group: 'SDKs',
      as: 'client',
      status: 304,
      revalidates: true,
      request: features,
    },
    {
      name: 'metrics intake',
      group: 'SDKs',
      as: 'client',
      status: 202,
      request: (n) => ({
        method: 'POST',
        path: '/api/client/metrics',
        body: {
          appName: 'bench',
          instanceId: `instance-${n % 100}`,
          bucket: {
            start: new Date(Date.now() - 60_000).toISOString(),
            stop: new Date().toISOString(),
            toggles: Object.fromEntries(
              names.map((name) => [name, { yes: 1 + (n % 7), no: n % 3, variants: {} }]),
            ),
          },
        },
      }),
    },
  ];
}
