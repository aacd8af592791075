import type { Samples } from './samples.ts';
import { get, type Scenario } from './scenario.ts';

export function pages({ project, writableFlags }: Samples): Scenario[] {
  const target = writableFlags[0] ?? { project, flag: 'none' };
  const pending = `/api/admin/projects/${target.project}/change-requests/pending/${target.flag}`;
  return [
    {
      name: 'pending change requests',
      group: 'pages',
      request: get(pending),
      status: 200,
    },
    {
      name: 'personal dashboard',
      group: 'pages',
      request: get(`/api/admin/personal-dashboard/${project}`),
      status: 200,
    },
  ];
}
