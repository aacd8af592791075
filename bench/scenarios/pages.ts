import type { Samples } from './samples.ts';
import { get, type Scenario } from './scenario.ts';

export function pages({ project, writable }: Samples): Scenario[] {
  const place = writable[0] ?? { project, flag: 'none' };
  const pending = `/api/admin/projects/${place.project}/change-requests/pending/${place.flag}`;
  return [
    {
      name: 'pending change requests',
      group: 'pages',
      ask: get(pending),
      status: 200,
    },
    {
      name: 'personal dashboard',
      group: 'pages',
      ask: get(`/api/admin/personal-dashboard/${project}`),
      status: 200,
    },
  ];
}
