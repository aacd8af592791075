import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { anApiToken, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { plantFlags } from '../../testing/planted.ts';

const { app, db, post, del } = await testApp();
const features = '/api/client/features';
const spec = { 'unleash-client-spec': '5.2.0' };

describe('compression', () => {
  const ask = async (acceptEncoding: string) => {
    const token = await anApiToken(db);
    const response = await app.inject({
      url: features,
      headers: { authorization: token, 'accept-encoding': acceptEncoding, ...spec },
    });
    return { encoding: response.headers['content-encoding'], raw: response.rawPayload };
  };

  test('brotli or gzip, as the client accepts, of the same body', async () => {
    const plain = await ask('identity');
    const zipped = await ask('gzip, deflate');
    const brotli = await ask('br');

    expect([plain.encoding, zipped.encoding, brotli.encoding]).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(zipped.raw).equals(plain.raw)).toBe(true);
    expect(brotliDecompressSync(brotli.raw).equals(plain.raw)).toBe(true);
  });

  test('who takes both gets gzip until brotli is made', async () => {
    await vi.waitFor(async () => expect((await ask('gzip, br')).encoding).toBe('br'));

    expect((await ask('br, gzip')).encoding).toBe('br');
  });

  test('many flags are compressed in chunks, and again after one of them has changed', async () => {
    const made = Array.from({ length: 1500 }, () => unique('flag'));
    const flags = made.map((name) => ({ name, enabled: false }));
    const { environment, project } = await plantFlags(db, { flags, segments: [] });
    const token = await anApiToken(db, { environment });
    const asked = async (acceptEncoding: string) => {
      await app.delivery.poll();
      const { rawPayload } = await app.inject({
        url: features,
        headers: { authorization: token, 'accept-encoding': acceptEncoding, ...spec },
      });
      return acceptEncoding === 'gzip' ? gunzipSync(rawPayload).toString() : rawPayload.toString();
    };
    const namesOf = (body: string) =>
      JSON.parse(body).features.map(({ name }: { name: string }) => name);

    const before = await asked('gzip');
    await del(`/api/admin/projects/${project}/features/${made[0]}`);
    await post(
      `/api/admin/projects/${project}/features/${made[250]}/environments/${environment}/on`,
    );

    expect(namesOf(before)).toEqual([...made].sort());
    expect(namesOf(await asked('gzip'))).toEqual(made.slice(1).sort());
    expect(await asked('gzip')).toBe(await asked('identity'));
    expect(await asked('gzip')).toContain('"enabled":true');
  });

  test.each(['', 'br;q=0', 'gzip;q=0.0, br; q=0', 'deflate'])('none for "%s"', async (accepted) => {
    expect((await ask(accepted)).encoding).toBeUndefined();
  });
});
