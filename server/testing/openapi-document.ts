import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';

/** The document depends only on the routes, so no database is needed. */
export async function openApiDocument(env: Record<string, string> = {}): Promise<string> {
  const app = await buildApp({
    db: undefined as never,
    config: readConfig(env),
    listen: () => () => {},
    poolUse: () => ({ total: 0, idle: 0, waiting: 0 }),
    log: false,
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
