import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const { app } = await testApp();

test.each(['grafana-dashboard.json', 'alerts.yaml'])(
  'deploy/monitoring/%s uses only metrics that exist',
  async (name) => {
    const text = readFileSync(`deploy/monitoring/${name}`, 'utf8');
    const used = new Set(text.match(/\b(http_request|pennon|nodejs|process)_[a-z_0-9]+/g));
    await app.inject('/health');

    const { payload } = await app.inject('/internal-backstage/prometheus');

    const known = new Set([...payload.matchAll(/^(?:# TYPE )?([a-z_0-9]+)/gm)].map(([, it]) => it));
    expect(used.size).toBeGreaterThan(5);
    expect([...used].filter((metric) => !known.has(metric))).toEqual([]);
  },
);
