import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { anApiToken, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insertEvaluationFlags } from '../../testing/evaluation-flags.ts';
import { eventually } from '../../testing/eventually.ts';

const { app, db, post, del } = await testApp();
const features = '/api/client/features';
const spec = { 'unleash-client-spec': '5.2.0' };

describe('compression', () => {
  const request = async (acceptEncoding: string) => {
    const token = await anApiToken(db);
    const response = await app.inject({
      url: features,
      headers: { authorization: token, 'accept-encoding': acceptEncoding, ...spec },
    });
    return { encoding: response.headers['content-encoding'], raw: response.rawPayload };
  };

  test('brotli or gzip, as the client accepts, of the same body', async () => {
    const plain = await request('identity');
    const gzip = await request('gzip, deflate');
    const brotli = await request('br');

    expect([plain.encoding, gzip.encoding, brotli.encoding]).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.raw).equals(plain.raw)).toBe(true);
    expect(brotliDecompressSync(brotli.raw).equals(plain.raw)).toBe(true);
  });

  test('a client that accepts both gets gzip until brotli is computed', async () => {
    await eventually(async () => expect((await request('gzip, br')).encoding).toBe('br'));

    expect((await request('br, gzip')).encoding).toBe('br');
  });

  test('many flags are compressed in chunks, and again after one of them has changed', async () => {
    const names = Array.from({ length: 1500 }, () => unique('flag'));
    const flags = names.map((name) => ({ name, enabled: false }));
    const { environment, project } = await insertEvaluationFlags(db, { flags, segments: [] });
    const token = await anApiToken(db, { environment });
    const bodyIn = async (acceptEncoding: string) => {
      await app.delivery.poll();
      const { rawPayload } = await app.inject({
        url: features,
        headers: { authorization: token, 'accept-encoding': acceptEncoding, ...spec },
      });
      return acceptEncoding === 'gzip' ? gunzipSync(rawPayload).toString() : rawPayload.toString();
    };
    const namesOf = (body: string) =>
      JSON.parse(body).features.map(({ name }: { name: string }) => name);

    const before = await bodyIn('gzip');
    await del(`/api/admin/projects/${project}/features/${names[0]}`);
    await post(
      `/api/admin/projects/${project}/features/${names[250]}/environments/${environment}/on`,
    );

    expect(namesOf(before)).toEqual([...names].sort());
    expect(namesOf(await bodyIn('gzip'))).toEqual(names.slice(1).sort());
    expect(await bodyIn('gzip')).toBe(await bodyIn('identity'));
    expect(await bodyIn('gzip')).toContain('"enabled":true');
  });

  test.each(['', 'br;q=0', 'gzip;q=0.0, br; q=0', 'deflate'])('none for "%s"', async (accepted) => {
    expect((await request(accepted)).encoding).toBeUndefined();
  });
});
