import { readGrants } from './accounts.ts';
import { parametersOf } from './flags.ts';
import type { PeerDatabase } from './queries.ts';
import type { Batch, Row } from './source.ts';
import { epoch, flagOf, groupBy, listOf, momentOf, numberOf, recordOf, textOf } from './values.ts';

export async function* environmentBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  const environments = await peer.readAll('environments');
  yield {
    rows: {
      environments: environments.map((it) => ({
        name: it.name,
        type: textOf(it.type) ?? 'production',
        enabled: flagOf(it.enabled ?? true),
        protected: flagOf(it.protected),
        sort_order: numberOf(it.sort_order) ?? 9999,
        required_approvals: approvalsOf(it.required_approvals),
        created_at: momentOf(it.created_at) ?? epoch,
      })),
    },
  };
}

/** Pennon requires at most ten. */
const approvalsOf = (value: unknown) => {
  const approvals = numberOf(value);
  return approvals === null || approvals < 1 ? null : Math.min(approvals, 10);
};

export async function* projectBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const projects of peer.readPages('projects', ['id'])) {
    const ids = projects.map(({ id }) => id);
    const settings = groupBy(await peer.readOf('project_settings', 'project', ids), 'project');
    const approvals = await peer.readOf('change_request_settings', 'project', ids);
    const links = await peer.readOf('project_environments', 'project_id', ids);
    yield {
      rows: {
        projects: projects.map((it) => projectRow(it, settings.get(String(it.id))?.[0] ?? {})),
        project_environments: links.map((link) => linkRow(link, approvals)),
        role_grants: await readGrants(peer, ids),
      },
      complete: { project_environments: ids, role_grants: ids },
    };
  }
}

const modes = ['open', 'protected', 'private'];

const projectRow = (project: Row, settings: Row): Row => ({
  id: project.id,
  name: project.name,
  description: textOf(project.description),
  mode: modes.includes(String(settings.project_mode)) ? settings.project_mode : 'open',
  default_stickiness: textOf(settings.default_stickiness) ?? 'default',
  flag_limit: (numberOf(settings.feature_limit) ?? 0) > 0 ? settings.feature_limit : null,
  naming_pattern: textOf(settings.feature_naming_pattern),
  naming_example: textOf(settings.feature_naming_example),
  naming_description: textOf(settings.feature_naming_description),
  created_at: momentOf(project.created_at) ?? epoch,
  archived_at: momentOf(project.archived_at),
});

function linkRow(link: Row, approvals: readonly Row[]): Row {
  const setting = approvals.find(
    ({ project, environment }) =>
      project === link.project_id && environment === link.environment_name,
  );
  return {
    project: link.project_id,
    environment: link.environment_name,
    required_approvals: approvalsOf(setting?.required_approvals),
  };
}

/** After the segments, which they refer to. */
export async function* defaultStrategyBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  const key = ['project_id', 'environment_name'];
  for await (const links of peer.readPages('project_environments', key)) {
    yield {
      rows: {
        project_environments: links.map((link) => ({
          project: link.project_id,
          environment: link.environment_name,
          default_strategy: defaultStrategyOf(link.default_strategy),
        })),
      },
    };
  }
}

function defaultStrategyOf(value: unknown): Row | null {
  const strategy = recordOf(value);
  if (strategy.name !== 'flexibleRollout') return null;
  return {
    name: strategy.name,
    title: textOf(strategy.title),
    disabled: flagOf(strategy.disabled),
    sortOrder: numberOf(strategy.sortOrder) ?? 0,
    segments: listOf(strategy.segments),
    constraints: listOf(strategy.constraints),
    variants: listOf(strategy.variants),
    parameters: parametersOf(strategy.parameters),
  };
}

/** Pennon has its own descriptions of these. */
const builtInStrategies = [
  'default',
  'userWithId',
  'remoteAddress',
  'applicationHostname',
  'flexibleRollout',
];

/** What all projects share. */
export async function* definitionBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  const strategies = (await peer.readAll('strategies')).filter(
    ({ name }) => !builtInStrategies.includes(String(name)),
  );
  yield {
    rows: {
      flag_types: (await peer.readAll('feature_types')).map((it) => ({
        id: it.id,
        name: it.name,
        description: textOf(it.description) ?? '',
        lifetime_days: lifetimeOf(it.lifetime_days),
      })),
      strategy_types: strategies.map((it) => ({
        name: it.name,
        title: textOf(it.display_name) ?? textOf(it.title) ?? it.name,
        description: textOf(it.description) ?? '',
        parameters: listOf(it.parameters),
        deprecated: flagOf(it.deprecated),
        sort_order: numberOf(it.sort_order) ?? 9999,
      })),
      context_fields: (await peer.readAll('context_fields')).map((it) => ({
        name: it.name,
        description: textOf(it.description) ?? '',
        stickiness: flagOf(it.stickiness),
        legal_values: legalValuesOf(it.legal_values),
        sort_order: numberOf(it.sort_order) ?? 9999,
        created_at: momentOf(it.created_at) ?? epoch,
      })),
      tag_types: (await peer.readAll('tag_types')).map((it) => ({
        name: it.name,
        description: textOf(it.description) ?? '',
        icon: textOf(it.icon),
        color: textOf(it.color),
        created_at: momentOf(it.created_at) ?? epoch,
      })),
    },
  };
  for await (const tags of peer.readPages('tags', ['type', 'value'])) {
    yield {
      rows: {
        tags: tags.map(({ type, value, created_at }) => ({
          type,
          value,
          created_at: momentOf(created_at) ?? epoch,
        })),
      },
    };
  }
}

const lifetimeMax = 36_500;

function lifetimeOf(value: unknown): number | null {
  const days = numberOf(value);
  return days === null || days < 1 ? null : Math.min(days, lifetimeMax);
}

/** Old versions have a text with commas. */
function legalValuesOf(value: unknown): Row[] {
  const values = typeof value === 'string' ? value.split(',') : listOf(value);
  return values.flatMap((item): Row[] => {
    if (typeof item === 'string') return item.trim() === '' ? [] : [{ value: item.trim() }];
    const { value: text, description } = recordOf(item);
    if (typeof text !== 'string') return [];
    return [description ? { value: text, description } : { value: text }];
  });
}

export async function* segmentBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const segments of peer.readPages('segments', ['id'])) {
    yield {
      rows: {
        segments: segments.map((it) => ({
          id: it.id,
          name: it.name,
          description: textOf(it.description),
          project: textOf(it.segment_project_id),
          constraints: listOf(it.constraints),
          created_by: textOf(it.created_by),
          created_at: momentOf(it.created_at) ?? epoch,
        })),
      },
    };
  }
}
