import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { type Static, Type } from 'typebox';
import { notFound } from '../errors.ts';
import type { ConsoleFiles } from './files.ts';
import { sendPage } from './pages.ts';

const AssetParams = Type.Object({
  file: Type.String({ pattern: '^[A-Za-z0-9_.-]+$', maxLength: 200 }),
});

/** The start page and the files it loads; the other URLs of the console are not routes. */
export const consoleRoutes: FastifyPluginAsync<{ files: ConsoleFiles | undefined }> = async (
  app,
  { files },
) => {
  const overTls = app.settings.publicUrl.startsWith('https:');
  if (files) {
    await app.register(fastifyStatic, {
      root: files.assets,
      serve: false,
      preCompressed: true,
      // A file's name changes with its content.
      maxAge: '365d',
      immutable: true,
    });
  }

  app.get('/', { config: { access: 'public' }, schema: { hide: true } }, async (_, reply) =>
    sendPage(reply, files, { overTls }),
  );

  app.get<{ Params: Static<typeof AssetParams> }>(
    '/assets/:file',
    { config: { access: 'public' }, schema: { hide: true, params: AssetParams } },
    async ({ params: { file } }, reply) => {
      if (!files) throw notFound('File', file);
      return reply.sendFile(file);
    },
  );
};
