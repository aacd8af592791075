import { randomUUID } from 'node:crypto';
import type { DataScope } from '../../delivery/sdk/rules.ts';
import type { InstanceReport } from '../../usage/applications/rules.ts';
import { bytesOfInstance, bytesOfReport } from '../../usage/metrics/buffer.ts';
import type { Drops } from '../../usage/metrics/drops.ts';
import type { Reported, Writer } from '../../usage/metrics/intake.ts';
import { type Upstream, UpstreamError } from '../upstream/client.ts';
import { bulkOf, groupByScope } from './rules.ts';

type Parts = {
  upstream: Upstream;
  /** A client token that covers the scope; undefined if there is none. */
  findToken: (scope: DataScope) => string | undefined;
  /** The project of a flag; undefined if the edge does not have the flag. */
  findProject: (environment: string, flag: string) => string | undefined;
  drops: Drops;
};

/** One request to the upstream, repeated unchanged until it is accepted. */
type Batch = { key: string; scope: DataScope; reported: Reported; bytes: number; since: number };

/** Rows of a request, far below what the upstream accepts. */
const rowsMax = 2000;
/** A report for which there is no valid token is dropped after this time: it was deleted. */
const withoutTokenMaxMs = 3_600_000;

/**
 * Sends usage to the upstream in bulk. A request without a response may have been counted, so it is
 * repeated with the same key, by which the upstream recognises it. Meanwhile newer reports stay in
 * the buffer, where they are summed up.
 */
export function createForwarder({ upstream, findToken, findProject, drops }: Parts): Writer {
  let waiting: Batch[] = [];

  /** Returns the error after which the upstream seems to be away. */
  async function sendAll(): Promise<unknown> {
    for (const batch of waiting) {
      const outcome = await sendOne(batch);
      if (outcome instanceof Error) return outcome;
      // A report without a valid token must not delay those of other tokens.
      if (outcome === 'refused' && performance.now() - batch.since < withoutTokenMaxMs) continue;
      if (outcome !== 'sent') drops.add('write', null, batch.reported.reports.length);
      waiting = waiting.filter((other) => other !== batch);
    }
    return undefined;
  }

  async function sendOne({ key, scope, reported }: Batch) {
    const token = findToken(scope);
    if (token === undefined) return 'refused';
    try {
      await upstream.report(token, bulkOf(reported), key);
      return 'sent';
    } catch (error) {
      const status = error instanceof UpstreamError ? error.status : 0;
      if (finalStatuses.includes(status)) return 'impossible';
      if (status === 401 || status === 403) return 'refused';
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  const split = (reported: Reported) =>
    groupByScope(reported, (scope, flag) => {
      if (findToken(scope) !== undefined) return scope;
      const { environment, projects } = scope;
      // The scope of a frontend token may be covered by several client tokens together.
      const own = flag === undefined ? undefined : findProject(environment, flag);
      const candidates = own === undefined ? (projects ?? []) : [own];
      const covered = candidates.find((project) => findToken({ environment, projects: [project] }));
      return covered === undefined ? scope : { environment, projects: [covered] };
    });

  return {
    isWaiting: () => waiting.length > 0,
    bytes: () => waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    write: async (reported) => {
      const before = await sendAll();
      if (before) return { ...reported, errors: [before] };
      waiting = [...waiting, ...split(reported).flatMap(batchesOf)];
      const error = await sendAll();
      return { reports: [], instances: [], errors: error ? [error] : [] };
    },
  };
}

/** Refusals that the same request would get again. */
const finalStatuses = [400, 404, 413, 415, 422];

function batchesOf({ scope, reports, instances }: Reported & { scope: DataScope }): Batch[] {
  const batches: Batch[] = [];
  const rows = Math.max(reports.length, instances.length);
  for (let at = 0; at < rows; at += rowsMax) {
    const part = {
      reports: reports.slice(at, at + rowsMax),
      instances: instances.slice(at, at + rowsMax),
    };
    const since = performance.now();
    batches.push({ key: randomUUID(), scope, reported: part, bytes: bytesOf(part), since });
  }
  return batches;
}

const bytesOf = ({ reports, instances }: Reported) =>
  reports.reduce((sum, report) => sum + bytesOfReport(report), 0) +
  instances.reduce((sum: number, report: InstanceReport) => sum + bytesOfInstance(report), 0);
