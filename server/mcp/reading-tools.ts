import { Type } from 'typebox';
import { path } from './api.ts';
import { Environment, FlagName, linkTo, Project, page, type Tool, tool } from './tool.ts';
import { isFilter, viewEvent, viewFlag, viewFoundFlag, viewHealth, viewRequest } from './views.ts';

const text = (description: string, maxLength = 500) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description }));

const details = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Also return the complete state before and after each change',
  }),
);

export const readingTools: readonly Tool[] = [
  tool('list_projects', {
    title: 'List projects',
    description: 'Lists the projects that you may see, with the number of their flags.',
    effect: 'reads',
    input: page,
    run: async ({ api }, { limit = 20, offset = 0 }) => {
      const { projects } = await api('GET', '/api/admin/projects');
      type Row = { id: string; name: string; description?: string; featureCount?: number };
      return {
        total: projects.length,
        projects: projects
          .slice(offset, offset + limit)
          .map(({ id, name, description, featureCount }: Row) => ({
            id,
            name,
            description,
            flags: featureCount,
          })),
      };
    },
  }),
  tool('search_flags', {
    title: 'Search flags',
    description:
      'Finds flags by a query such as `is:stale type:release env:production=on -tag:team:legacy ' +
      'checkout`. The resource pennon://query-language describes all terms. Archived flags are ' +
      'found only with is:archived. Returns a page and the total number of matches.',
    effect: 'reads',
    input: {
      q: text('Query; without it, all flags', 2000),
      project: Type.Optional(Project),
      ...page,
    },
    run: async ({ api }, { q, project, limit = 20, offset = 0 }) => {
      const query = { q, project: project && isFilter(project), limit, offset };
      const { features, total } = await api('GET', '/api/admin/search/features', { query });
      return { total, flags: features.map(viewFoundFlag) };
    },
  }),
  tool('get_flag', {
    title: 'Get a flag',
    description:
      'Returns a flag with its switch, strategies (with ids), constraints, variants and last use ' +
      'in each environment, its tags, dependencies and lifecycle stage.',
    effect: 'reads',
    input: { project: Project, flag: FlagName },
    run: async (context, { project, flag }) => ({
      ...viewFlag(await context.api('GET', path`/api/admin/projects/${project}/features/${flag}`)),
      link: linkTo(context, project, `flags/${encodeURIComponent(flag)}`),
    }),
  }),
  tool('explain_evaluation', {
    title: 'Explain an evaluation',
    description:
      'Evaluates a flag for a context, as an SDK would, and returns why it is on or off: the ' +
      'result of each strategy, segment and constraint, with the compared values. Also as of an ' +
      'earlier time.',
    effect: 'reads',
    input: {
      project: Project,
      flag: FlagName,
      environment: Environment,
      context: Type.Optional(
        Type.Unsafe<Record<string, string | number | boolean>>({
          type: 'object',
          maxProperties: 50,
          propertyNames: { maxLength: 100 },
          additionalProperties: {
            anyOf: [{ type: 'string', maxLength: 1000 }, { type: 'number' }, { type: 'boolean' }],
          },
          description: 'Fields of the context, such as {"userId": "7", "country": "DE"}',
        }),
      ),
      at: text('As the flag was at this time, such as 2026-01-31T12:00:00Z; absent: as it is', 100),
    },
    run: async ({ api }, { project, flag, environment, context, at }) => {
      const body = { environment, context: { appName: 'mcp', ...context } };
      const url = path`/api/admin/projects/${project}/features/${flag}/evaluate`;
      const { current, earlier } = await api('POST', url, { query: { at }, body });
      const found = at === undefined ? current : earlier;
      return found ?? { name: flag, isEnabled: false, reason: 'the flag is archived' };
    },
  }),
  tool('flag_history', {
    title: 'History of a flag',
    description: 'Lists the changes of a flag, newest first: who changed what and when.',
    effect: 'reads',
    input: { project: Project, flag: FlagName, details, ...page },
    run: async ({ api }, { project, flag, details = false, limit = 20, offset = 0 }) => {
      const query = { project: isFilter(project), feature: isFilter(flag), limit, offset };
      const { events, total } = await api('GET', '/api/admin/search/events', { query });
      return { total, events: events.map(viewEvent(details)) };
    },
  }),
  tool('search_events', {
    title: 'Search events',
    description:
      'Finds changes in the audit log, newest first. All given filters must match. Events whose ' +
      'via is "mcp" were made through this interface.',
    effect: 'reads',
    input: {
      text: text('Text in the state before or after the change, in any case'),
      project: Type.Optional(Project),
      flag: Type.Optional(FlagName),
      environment: Type.Optional(Environment),
      type: text('Type of event, such as feature-environment-enabled', 100),
      createdBy: Type.Optional(Type.Integer({ description: 'Id of the user' })),
      from: day('First day in UTC, such as 2026-01-31'),
      to: day('Last day in UTC'),
      details,
      ...page,
    },
    run: async ({ api }, input) => {
      const { text: wanted, project, flag, environment, type, createdBy, from, to } = input;
      const query = {
        query: wanted,
        project: project && isFilter(project),
        feature: flag && isFilter(flag),
        environment: environment && isFilter(environment),
        type: type && isFilter(type),
        createdBy: createdBy === undefined ? undefined : `IS:${createdBy}`,
        from: from && `IS:${from}`,
        to: to && `IS:${to}`,
        limit: input.limit ?? 20,
        offset: input.offset ?? 0,
      };
      const { events, total } = await api('GET', '/api/admin/search/events', { query });
      return { total, events: events.map(viewEvent(input.details ?? false)) };
    },
  }),
  tool('project_health', {
    title: 'Health of a project',
    description:
      'Returns the health of a project (0 to 100), its history, the flags that lower it with ' +
      'reasons, and the number of flags in each lifecycle stage.',
    effect: 'reads',
    input: { project: Project },
    run: async ({ api }, { project }) =>
      viewHealth(
        await api('GET', path`/api/admin/projects/${project}/insights/health`),
        await api('GET', path`/api/admin/projects/${project}/status`),
      ),
  }),
  tool('find_stale_flags', {
    title: 'Find stale flags',
    description:
      'Lists the stale flags of a project with evidence: whether a user marked them or they are ' +
      'past the lifetime of their type, their lifecycle stage, when an application last used ' +
      'them (null: never), and the lines of code that refer to them. If scans is 0, nothing is ' +
      'known about code.',
    effect: 'reads',
    input: { project: Project, ...page },
    run: ({ api }, { project, limit = 20, offset = 0 }) =>
      api('GET', path`/api/admin/projects/${project}/stale-features`, { query: { limit, offset } }),
  }),
  tool('find_code_references', {
    title: 'Find code references',
    description:
      'Lists the lines of scanned code that refer to a flag, and which repositories and branches ' +
      'were scanned and when.',
    effect: 'reads',
    input: { project: Project, flag: FlagName, ...page },
    run: async ({ api }, { project, flag, limit = 20, offset = 0 }) => {
      const at = path`/api/admin/projects/${project}/features/${flag}/code-references`;
      const { total, references, scans } = await api('GET', at);
      return { total, references: references.slice(offset, offset + limit), scans };
    },
  }),
  tool('list_change_requests', {
    title: 'List change requests',
    description:
      'Lists change requests of a project or of all projects, newest first, without the drafts ' +
      'of other users.',
    effect: 'reads',
    input: {
      project: Type.Optional(Project),
      state: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('closed')], {
          description: 'open: still to be decided or applied',
        }),
      ),
      ...page,
    },
    run: async (context, { project, state, limit = 20, offset = 0 }) => {
      if (project !== undefined) {
        const all = await context.api('GET', path`/api/admin/projects/${project}/change-requests`);
        const found = all.map(viewRequest(context)).filter(isInState(state));
        return { total: found.length, changeRequests: found.slice(offset, offset + limit) };
      }
      const query = { state: state && `IS:${state}`, limit, offset };
      const { changeRequests, total } = await context.api(
        'GET',
        '/api/admin/search/change-requests',
        { query },
      );
      return { total, changeRequests: changeRequests.map(viewRequest(context)) };
    },
  }),
  tool('get_change_request', {
    title: 'Get a change request',
    description:
      'Returns a change request with its changes, conflicts, approvals and comments, and what ' +
      'it would change if it were applied now.',
    effect: 'reads',
    input: { project: Project, id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
    run: async (context, { project, id }) => {
      const at = path`/api/admin/projects/${project}/change-requests/${id}`;
      const request = await context.api('GET', at);
      const open = isInState('open')(request);
      return {
        ...request,
        link: linkTo(context, project, `change-requests/${id}`),
        ...(open && { preview: await context.api('POST', `${at}/dry-run`) }),
      };
    },
  }),
];

const closed = ['Applied', 'Cancelled', 'Rejected'];

const isInState =
  (wanted: 'open' | 'closed' | undefined) =>
  ({ state }: { state: string }) =>
    wanted === undefined || closed.includes(state) === (wanted === 'closed');
