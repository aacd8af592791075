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
      'Active flags that the caller may see, with their configuration in one environment and the ' +
      'segments, context fields, tags, dependencies and links they use. The same state produces ' +
      'the same document.',
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
    summary: 'Preview an import',
    description: 'Lists what would change, and the errors of the document. Changes nothing.',
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
      'Imports the document completely or not at all into one environment of one project. ' +
      'Flags in the document are created or updated to match it; other flags are unchanged. ' +
      'Requires UPDATE_FEATURE and the permission for each change.',
    body: ImportRequest,
    bodyLimit,
    handler: (tx, { caller, body }) => importFlags(tx, caller, body),
  });
};
