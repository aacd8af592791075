import type { PeerDatabase } from './queries.ts';
import type { Batch, Row } from './source.ts';
import { epoch, momentOf, textOf, textsOf } from './values.ts';

export async function* applicationBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const applications of peer.readPages('client_applications', ['app_name'])) {
    yield { rows: { applications: applications.map(applicationRow) } };
  }
  const key = ['app_name', 'environment', 'instance_id'];
  for await (const instances of peer.readPages('client_instances', key)) {
    yield { rows: { application_instances: instances.map(instanceRow) } };
  }
  yield {
    rows: {
      application_projects: (await peer.readAll('client_applications_usage')).map((it) => ({
        application: it.app_name,
        environment: it.environment,
        project: it.project === '*' ? null : it.project,
      })),
      application_usage: (await peer.applicationUsage()).map((it) => ({
        ...it,
        seen_at: momentOf(it.seen_at),
      })),
    },
  };
}

function applicationRow(application: Row): Row {
  const created = momentOf(application.created_at) ?? epoch;
  return {
    name: application.app_name,
    strategies: textsOf(application.strategies),
    created_at: created,
    seen_at: momentOf(application.seen_at) ?? momentOf(application.updated_at) ?? created,
    description: textOf(application.description),
    url: textOf(application.url),
    color: textOf(application.color),
    icon: textOf(application.icon),
  };
}

const instanceRow = (instance: Row): Row => ({
  application: instance.app_name,
  environment: textOf(instance.environment) ?? 'default',
  instance: instance.instance_id,
  kind: instance.sdk_type === 'frontend' ? 'frontend' : 'client',
  sdk_version: textOf(instance.sdk_version),
  seen_at: momentOf(instance.last_seen) ?? momentOf(instance.created_at) ?? epoch,
});

const usageKey = ['feature_name', 'app_name', 'environment', 'timestamp'];
const usagePage = { size: 2000 };

/** All hours, then the variants of these hours. */
export async function* usageBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const hours of peer.readPages('client_metrics_env', usageKey, usagePage)) {
    yield {
      rows: {
        usage_hours: hours.map((it) => ({
          ...hourKeyOf(it),
          yes: Number(it.yes ?? 0),
          no: Number(it.no ?? 0),
        })),
      },
    };
  }
  const key = [...usageKey, 'variant'];
  for await (const variants of peer.readPages('client_metrics_env_variants', key, usagePage)) {
    yield {
      rows: {
        usage_variants: variants.map((it) => ({
          ...hourKeyOf(it),
          variant: it.variant,
          count: Number(it.count ?? 0),
        })),
      },
    };
  }
}

const hourKeyOf = (row: Row): Row => ({
  flag: row.feature_name,
  environment: row.environment,
  hour: momentOf(row.timestamp),
  application: row.app_name,
});
