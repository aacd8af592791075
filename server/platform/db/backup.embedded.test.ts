import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyInstallation, runCommand, send, startPennon } from '../../testing/process.ts';

describe('pennon backup', () => {
  test('copies the database of a running server during writes; the copy is a complete DATA_DIR', async () => {
    const env = await emptyInstallation();
    const server = await startPennon(env);
    const acknowledged: string[] = [];
    const end = new AbortController();
    const writes = (async () => {
      while (!end.signal.aborted) {
        const name = `flag-${acknowledged.length}`;
        const response = await send(server, 'POST', '/api/admin/projects/default/features', {
          name,
        });
        if (response?.status === 201) acknowledged.push(name);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    const before = [...acknowledged];

    const { code, stdout } = await runCommand(['backup'], env);
    const during = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(during);
    end.abort();
    await writes;
    await server.stop('SIGTERM');

    expect(code).toBe(0);
    const copy = { DATA_DIR: stdout.trim() };
    expect(copy.DATA_DIR).toMatch(new RegExp(`^${env.DATA_DIR}/backups/2`));
    expect(await runCommand(['audit', 'verify'], copy)).toMatchObject({ code: 0 });
    const restored = await startPennon(copy);
    const { body } = (await send(restored, 'GET', '/api/admin/search/features?limit=1000')) as {
      body: { features: { name: string }[] };
    };
    await restored.stop('SIGTERM');
    expect(body.features.map(({ name }) => name)).toEqual(expect.arrayContaining(before));
  });

  test('copies the database of a stopped server', async () => {
    const env = await emptyInstallation();

    const { stdout } = await runCommand(['backup'], env);

    const copy = { DATA_DIR: stdout.trim() };
    expect(await runCommand(['migrate', '--check'], copy)).toMatchObject({ code: 0 });
  });

  test('is refused with one line if there is no database, or no place for the copy', async () => {
    const env = await emptyInstallation();
    await writeFile(join(String(env.DATA_DIR), 'backups'), '');

    const blocked = await runCommand(['backup'], env);
    await rm(join(String(env.DATA_DIR), 'postgres'), { recursive: true });
    const absent = await runCommand(['backup'], env);

    expect(blocked.stderr).toMatch(/^The folder of backups cannot be used: [^\n]*\n$/);
    expect(absent.stderr).toMatch(/^There is no database in DATA_DIR [^\n]*\n$/);
    expect([blocked.code, absent.code]).toEqual([1, 1]);
  });

  test('refers to pg_dump on PostgreSQL', async () => {
    const { code, stderr } = await runCommand(['backup'], { DATABASE_URL: 'postgres://x/y' });

    expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining('pg_dump') });
  });
});
