import type { FastifyPluginAsync } from 'fastify';
import { Constraint, Strategy, StrategyVariant, Variant } from '../flags/strategies/schema.ts';
import { TagType } from '../flags/tag-types/schema.ts';
import { routesFor } from '../platform/http/routes.ts';
import { ref } from '../platform/http/schema.ts';
import { importFlags, previewImport, readDocument, recordExport } from './commands.ts';
import {
  documentBytesMax,
  ExportedDocument,
  ExportQuery,
  ImportPreview,
  ImportRequest,
} from './schema.ts';

const schemas = [Constraint, StrategyVariant, Strategy, Variant, TagType, ExportedDocument];

export const transferRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Import/Export', schemas });
  const bodyLimit = Math.max(documentBytesMax, app.settings.bodyLimitBytes);

  route('POST /api/admin/features-batch/export', {
    access: 'authenticated',
    operationId: 'exportFeatures',
    summary: 'Export flags',
    description:
      'Live flags that the caller may see, as they are in one environment, with the segments, ' +
      'context fields, tags, dependencies and links they need. The same state gives the same ' +
      'document.',
    body: ExportQuery,
    bodyLimit,
    response: ref(ExportedDocument),
    handler: async ({ caller, body }, reply) => {
      const document = await app.inTransaction((tx) => readDocument(tx, caller, body));
      await app.inTransaction((tx) => recordExport(tx, caller, body, document));
      if (body.downloadFile) {
        const name = `flags-${encodeURIComponent(body.environment)}.json`;
        void reply.header('content-disposition', `attachment; filename="${name}"`);
      }
      return document;
    },
  });

  read('POST /api/admin/features-batch/validate', {
    access: 'authenticated',
    operationId: 'validateImport',
    summary: 'See what an import would do',
    description: 'What would change, what would be refused and why; changes nothing.',
    body: ImportRequest,
    bodyLimit,
    response: ImportPreview,
    handler: (db, { caller, body }) => previewImport(db, caller, body),
  });

  write('POST /api/admin/features-batch/import', {
    access: 'authenticated',
    operationId: 'importToggles',
    summary: 'Import flags',
    description:
      'All of the document or nothing, into one environment of one project. Flags of the ' +
      'document become as it says; flags that are not in it are left alone. Needs ' +
      'UPDATE_FEATURE and what it would take to make the same changes by hand.',
    body: ImportRequest,
    bodyLimit,
    handler: (tx, { caller, body }) => importFlags(tx, caller, body),
  });
};
