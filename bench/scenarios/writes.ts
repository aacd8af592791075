import type { Samples } from './samples.ts';
import type { Scenario } from './scenario.ts';

/**
 * Every request changes something, because a server may skip a write without effect. They use an admin
 * token, because the peer allows users to write only in its first project.
 */
export function writes({ project, writableFlags }: Samples): Scenario[] {
  const targetOf = (n: number) => writableFlags[n % writableFlags.length] ?? writableFlags[0];
  const cycleOf = (n: number) => Math.floor(n / writableFlags.length);
  const pathOf = (n: number) => {
    const target = targetOf(n);
    return `/api/admin/projects/${target?.project}/features/${target?.flag}/environments/development`;
  };
  return [
    {
      name: 'flag create',
      group: 'writes',
      as: 'admin',
      status: 201,
      request: (n) => ({
        method: 'POST',
        path: `/api/admin/projects/${project}/features`,
        body: { name: `bench-created-${n}`, type: 'release', description: `Flag number ${n}` },
      }),
    },
    {
      name: 'toggle',
      group: 'writes',
      as: 'admin',
      status: 200,
      // Off first, because all of them are on.
      request: (n) => ({
        method: 'POST',
        path: `${pathOf(n)}/${cycleOf(n) % 2 === 0 ? 'off' : 'on'}`,
      }),
    },
    {
      name: 'strategy update',
      group: 'writes',
      as: 'admin',
      status: 200,
      request: (n) => ({
        method: 'PUT',
        path: `${pathOf(n)}/strategies/${targetOf(n)?.strategy}`,
        body: {
          name: 'flexibleRollout',
          parameters: {
            rollout: String(cycleOf(n) % 101),
            stickiness: 'default',
            groupId: `bench-${cycleOf(n)}`,
          },
          constraints: [],
        },
      }),
    },
  ];
}
