import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../events/record.ts';
import { Constraint, Strategy, StrategyVariant, Variant } from '../flags/strategies/schema.ts';
import { TagType } from '../flags/tag-types/schema.ts';
import { Empty, failures, ref } from '../platform/http/schema.ts';
import { forecastImport, importFlags, readDocument, tellOfExport } from './commands.ts';
import {
  documentBytesMax,
  ExportedDocument,
  ExportQuery,
  ImportForecast,
  ImportRequest,
} from './schema.ts';

const tags = ['Import/Export'];
const schemas = [Constraint, StrategyVariant, Strategy, Variant, TagType, ExportedDocument];

export const transferRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of schemas) app.addSchema(schema);
  const bodyLimit = Math.max(documentBytesMax, app.settings.bodyLimitBytes);

  app.post(
    '/api/admin/features-batch/export',
    {
      config: { access: 'authenticated' },
      bodyLimit,
      schema: {
        operationId: 'exportFeatures',
        summary: 'Export flags',
        description:
          'Live flags that the caller may see, as they are in one environment, with the segments, ' +
          'context fields, tags, dependencies and links they need. The same state gives the same ' +
          'document.',
        tags,
        body: ExportQuery,
        response: { 200: ref(ExportedDocument), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const document = await inTransaction(app.db, (tx) => readDocument(tx, caller, body));
      await inTransaction(app.db, (tx) => tellOfExport(tx, caller, body, document));
      if (body.downloadFile) {
        const name = `flags-${encodeURIComponent(body.environment)}.json`;
        reply.header('content-disposition', `attachment; filename="${name}"`);
      }
      return document;
    },
  );

  app.post(
    '/api/admin/features-batch/validate',
    {
      config: { access: 'authenticated' },
      bodyLimit,
      schema: {
        operationId: 'validateImport',
        summary: 'See what an import would do',
        description: 'What would change, what would be refused and why; changes nothing.',
        tags,
        body: ImportRequest,
        response: { 200: ImportForecast, ...failures },
      },
    },
    async ({ caller, body }) => forecastImport(app.db, caller, body),
  );

  app.post(
    '/api/admin/features-batch/import',
    {
      config: { access: 'authenticated' },
      bodyLimit,
      schema: {
        operationId: 'importToggles',
        summary: 'Import flags',
        description:
          'All of the document or nothing, into one environment of one project. Flags of the ' +
          'document become as it says; flags that are not in it are left alone. Needs ' +
          'UPDATE_FEATURE and what it would take to make the same changes by hand.',
        tags,
        body: ImportRequest,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, body }) => {
      await inTransaction(app.db, (tx) => importFlags(tx, caller, body));
      return null;
    },
  );
};
