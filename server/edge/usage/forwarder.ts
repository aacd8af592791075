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
  drops: Drops;
};

/** One request to the upstream, repeated unchanged until it is accepted. */
type Batch = { key: string; scope: DataScope; reported: Reported; bytes: number };

/** Rows of a request, far below what the upstream accepts. */
const rowsMax = 2000;

/**
 * Sends usage to the upstream in bulk. A request without a response may have been counted, so it is
 * repeated with the same key, by which the upstream recognises it. Meanwhile newer reports stay in
 * the buffer, where they are summed up.
 */
export function createForwarder({ upstream, findToken, drops }: Parts): Writer {
  let waiting: Batch[] = [];

  /** Returns the error after which the upstream seems to be away. */
  async function sendAll(): Promise<unknown> {
    while (waiting.length > 0) {
      const [batch] = waiting as [Batch];
      try {
        await sendOne(batch);
      } catch (error) {
        if (!isFinal(error)) return error;
        drops.add('write', null, batch.reported.reports.length);
      }
      waiting = waiting.slice(1);
    }
    return undefined;
  }

  async function sendOne({ key, scope, reported }: Batch): Promise<void> {
    const token = findToken(scope);
    if (token === undefined) throw new Error('No client token covers the usage to report.');
    await upstream.report(token, bulkOf(reported), key);
  }

  return {
    isWaiting: () => waiting.length > 0,
    bytes: () => waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    write: async (reported) => {
      const before = await sendAll();
      if (before) return { ...reported, errors: [before] };
      waiting = groupByScope(reported).flatMap(batchesOf);
      const error = await sendAll();
      return { reports: [], instances: [], errors: error ? [error] : [] };
    },
  };
}

/** A refusal that the same request would get again. */
const isFinal = (error: unknown) =>
  error instanceof UpstreamError && [400, 404, 413, 415, 422].includes(error.status);

function batchesOf({ scope, reports, instances }: Reported & { scope: DataScope }): Batch[] {
  const batches: Batch[] = [];
  const rows = Math.max(reports.length, instances.length);
  for (let at = 0; at < rows; at += rowsMax) {
    const part = {
      reports: reports.slice(at, at + rowsMax),
      instances: instances.slice(at, at + rowsMax),
    };
    batches.push({ key: randomUUID(), scope, reported: part, bytes: bytesOf(part) });
  }
  return batches;
}

const bytesOf = ({ reports, instances }: Reported) =>
  reports.reduce((sum, report) => sum + bytesOfReport(report), 0) +
  instances.reduce((sum: number, report: InstanceReport) => sum + bytesOfInstance(report), 0);
