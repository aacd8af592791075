import { get, type Scenario } from './scenario.ts';

/** A kind of data of which an installation can have many, with the requests that it affects. */
export type Direction = {
  /** What there is more of, with the number. */
  name: string;
  /** Adds it to a seeded database. */
  sql: string;
  scenarios: Scenario[];
};

const flagSearch = '/api/admin/search/features';
const project = '/api/admin/projects/default';

const reads = (paths: readonly string[]): Scenario[] =>
  paths.map((path) => ({ name: path, group: 'growth', request: get(path), status: 200 }));

const clientFeatures: Scenario = {
  name: '/api/client/features',
  group: 'growth',
  as: 'client',
  status: 200,
  request: get('/api/client/features'),
};

/** A flag of the default project, so that its page can be requested. */
const subject = `
  insert into flags (name, project, type) values ('bench-subject', 'default', 'release');
  insert into flag_environments (flag, environment)
    select 'bench-subject', environment from project_environments where project = 'default';`;

export const directions: readonly Direction[] = [
  {
    name: '1,000 projects',
    sql: `insert into projects (id, name) select 'p' || n, 'Project ' || n from generate_series(1, 1000) as n;
      insert into project_environments (project, environment)
        select 'p' || n, name from environments, generate_series(1, 1000) as n;`,
    scenarios: reads(['/api/admin/projects', '/api/admin/personal-dashboard', flagSearch]),
  },
  {
    name: '50 environments',
    sql: `insert into environments (name, type, sort_order)
        select 'e' || n, 'test', 100 + n from generate_series(1, 50) as n;
      insert into project_environments (project, environment)
        select projects.id, 'e' || n from projects, generate_series(1, 50) as n;
      insert into flag_environments (flag, environment)
        select name, 'e' || n from flags, generate_series(1, 50) as n;
      ${subject}`,
    scenarios: [
      ...reads([
        '/api/admin/environments',
        `/api/admin/environments/project/default`,
        flagSearch,
        `${project}/features/bench-subject`,
      ]),
      clientFeatures,
    ],
  },
  {
    name: '500 segments',
    sql: `insert into segments (name, constraints) select 's' || n,
        '[{"contextName":"userId","operator":"IN","values":["1","2"]}]' from generate_series(1, 500) as n;`,
    scenarios: [...reads(['/api/admin/segments', flagSearch]), clientFeatures],
  },
  {
    name: '500 context fields',
    sql: `insert into context_fields (name) select 'field' || n from generate_series(1, 500) as n;`,
    scenarios: reads(['/api/admin/context', flagSearch]),
  },
  {
    name: '2,000 users',
    sql: `insert into users (username, email, name)
        select 'u' || n, 'u' || n || '@example.com', 'User ' || n from generate_series(1, 2000) as n;`,
    scenarios: reads([
      '/api/admin/user-admin',
      `${project}/access`,
      '/api/admin/event-creators',
      '/api/admin/personal-dashboard/default',
      flagSearch,
    ]),
  },
  {
    name: '100 tags per flag',
    sql: `insert into tags (type, value) select 'simple', 't' || n from generate_series(1, 100) as n
        on conflict do nothing;
      insert into flag_tags (flag, type, value)
        select name, 'simple', 't' || n from flags, generate_series(1, 100) as n on conflict do nothing;
      ${subject}`,
    scenarios: reads(['/api/admin/tags', flagSearch, `${flagSearch}?tag=INCLUDE:simple:t7`]),
  },
  {
    name: '50 strategies per flag',
    sql: `${subject}
      insert into strategies (flag, environment, name, parameters, sort_order)
        select flag, environment, 'flexibleRollout',
          '{"rollout":"50","stickiness":"default","groupId":"bench"}', n
        from flag_environments, generate_series(1, 50) as n where environment = 'development';`,
    scenarios: [...reads([flagSearch, `${project}/features/bench-subject`]), clientFeatures],
  },
];
