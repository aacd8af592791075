import { describe, expect, test } from 'vitest';
import { type Method, testApp } from './testing/app.ts';
import { accessResources } from './testing/terraform/access.ts';
import { philipsResources } from './testing/terraform/philips.ts';
import { projectResources } from './testing/terraform/projects.ts';
import type { Step } from './testing/terraform/step.ts';

/**
 * The calls of the Terraform providers Unleash/unleash (`unleash_…`) and philips-labs/unleash
 * (`philips …`): bodies as they send them, statuses and members as they check and read them. The Go client
 * of the first one refuses a response with a member it does not know, and dereferences optional members that are
 * present, so a null there ends it.
 */

const resources = { ...projectResources, ...accessResources, ...philipsResources };

const { call } = await testApp();

describe('Terraform', () => {
  test.each(Object.entries(resources))('%s: create, read, update, delete', async (_, steps) => {
    const ids: Record<string, unknown> = {};
    for (const step of steps) await runStep(filled(step, ids), ids);
  });

  test('the text of an API token identifies it in paths, so that it can be updated and deleted', async () => {
    const created = await call('POST', '/api/admin/api-tokens', {
      body: { type: 'client', tokenName: 'tf', environment: 'development', projects: ['default'] },
    });
    const path = `/api/admin/api-tokens/${encodeURIComponent(created.body.secret)}`;

    expect(created.status).toBe(201);
    expect((await call('PUT', path, { body: { expiresAt: '2040-01-01T00:00:00Z' } })).status).toBe(
      200,
    );
    expect((await call('DELETE', path)).status).toBe(200);
  });
});

async function runStep(step: Step, ids: Record<string, unknown>): Promise<void> {
  const [method = '', url = ''] = step.call.split(' ');
  const { status, body } = await call(
    method as Method,
    url,
    step.body === undefined ? {} : { body: step.body },
  );
  expect(status, `${step.call}: ${JSON.stringify(body)}`).toBe(step.status);
  if (Array.isArray(body)) expect(body, step.call).toEqual(step.reads);
  else if (step.reads) expect(body, step.call).toMatchObject(step.reads);
  if (step.known) expect(step.known, step.call).toEqual(expect.arrayContaining(Object.keys(body)));
  for (const name of step.notNull ?? []) expect(body[name], `${step.call}: ${name}`).not.toBeNull();
  for (const [name, path] of Object.entries(step.ids ?? {})) {
    ids[name] = path.split('.').reduce((value, key) => value[key], body);
  }
}

/** Replaces `:name` in the path, and where it is a whole text in the body and the expectation. */
function filled<Value>(value: Value, ids: Record<string, unknown>): Value {
  if (typeof value === 'string') {
    const whole = /^:(\w+)$/.exec(value)?.[1];
    if (whole !== undefined && whole in ids) return ids[whole] as Value;
    return value.replaceAll(/:(\w+)/g, (text, name) => String(ids[name] ?? text)) as Value;
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, ids)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(Object.getPrototypeOf(value)) as object;
  for (const [key, member] of Object.entries(value)) {
    Object.assign(copy, { [key]: filled(member, ids) });
  }
  return copy as Value;
}
