import type { Samples } from './samples.ts';
import type { Scenario } from './scenario.ts';

/**
 * Every request changes something: a write that changes nothing may be answered without writing. A
 * script asks, because the peer lets people write in its first project only.
 */
export function writes({ project, writable }: Samples): Scenario[] {
  const placeOf = (n: number) => writable[n % writable.length] ?? writable[0];
  const turnOf = (n: number) => Math.floor(n / writable.length);
  const pathOf = (n: number) => {
    const place = placeOf(n);
    return `/api/admin/projects/${place?.project}/features/${place?.flag}/environments/development`;
  };
  return [
    {
      name: 'flag create',
      group: 'writes',
      as: 'admin',
      status: 201,
      ask: (n) => ({
        method: 'POST',
        path: `/api/admin/projects/${project}/features`,
        body: { name: `bench-created-${n}`, type: 'release', description: `The one numbered ${n}` },
      }),
    },
    {
      name: 'toggle',
      group: 'writes',
      as: 'admin',
      status: 200,
      // Off first, for all of them are on.
      ask: (n) => ({ method: 'POST', path: `${pathOf(n)}/${turnOf(n) % 2 === 0 ? 'off' : 'on'}` }),
    },
    {
      name: 'strategy update',
      group: 'writes',
      as: 'admin',
      status: 200,
      ask: (n) => ({
        method: 'PUT',
        path: `${pathOf(n)}/strategies/${placeOf(n)?.strategy}`,
        body: {
          name: 'flexibleRollout',
          parameters: {
            rollout: String(turnOf(n) % 101),
            stickiness: 'default',
            groupId: `bench-${turnOf(n)}`,
          },
          constraints: [],
        },
      }),
    },
  ];
}
