import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyInstallation } from '../server/testing/process.ts';
import { createCleanup } from './cleanup.ts';
import { compareServers } from './comparison.ts';
import { compareEdge, measureEdgeStreams } from './edge.ts';
import { measureIntegrations } from './integrations.ts';
import { readOptions } from './options.ts';
import { startPennon } from './pennon.ts';
import { edgeScenarios } from './scenarios/edge.ts';
import { growthScenarios } from './scenarios/growth.ts';
import { get, type Scenario } from './scenarios/scenario.ts';

const checkout = { folder: fileURLToPath(new URL('..', import.meta.url)) };
const silent = { step: () => ({ tick: () => {}, done: () => {} }) };

describe('a comparison', () => {
  test('measures existing routes, skips unknown ones and delivers to integrations', async () => {
    const env = await emptyInstallation();
    const cleanup = cleanupOfTest();
    const pennon = await startPennon(checkout, { env }, cleanup);
    const unknown: Scenario = {
      name: 'unknown route',
      group: 'SDKs',
      as: 'client',
      status: 202,
      request: (n) => ({ method: 'POST', path: '/api/client/unknown', body: { n } }),
    };
    const refused: Scenario = { ...unknown, name: 'refused', request: get('/api/admin/projects') };
    const { pace } = readOptions(['--smoke']);
    const bench = { cluster: undefined, pace, progress: silent, cleanup };

    const comparisons = await compareServers(
      bench,
      [...growthScenarios.slice(0, 1), unknown, refused],
      { pennon, peer: undefined },
    );

    expect(comparisons.map(({ missing }) => missing)).toEqual([
      null,
      'not implemented',
      expect.stringContaining('status 403, expected 202'),
    ]);
    expect(comparisons[0]?.pennon?.requests).toBeGreaterThan(0);
    expect(comparisons[0]?.limit?.requests).toBeGreaterThan(0);

    const delivered = await measureIntegrations(pennon, pace.integrations, cleanup);

    expect(delivered).toMatchObject({ integrations: 3, missing: 0 });
  });

  test('measures an edge', async () => {
    const cleanup = cleanupOfTest();
    const { pace } = readOptions(['--smoke']);
    const bench = { cluster: undefined, pace, progress: silent, cleanup };

    const comparisons = await compareEdge(bench, edgeScenarios, checkout.folder);
    const streams = await measureEdgeStreams(pace.edge, checkout.folder, cleanup);

    expect(comparisons.map(({ missing }) => missing)).toEqual([null, null, null]);
    expect(streams).toMatchObject({ flags: 50, streams: 5, lastMs: expect.any(Number) });
  });
});

/** Stops what the test starts before folders that exist already are deleted. */
function cleanupOfTest() {
  const cleanup = createCleanup();
  onTestFinished(() => cleanup.run());
  return cleanup;
}
