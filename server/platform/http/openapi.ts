import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { ErrorBody } from './schema.ts';

/** Collects the schemas of all routes into one document, served as JSON and as a page. */
export async function registerOpenApi(
  app: FastifyInstance,
  { version, basePath }: { version: string; basePath: string },
): Promise<void> {
  app.addSchema(ErrorBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pennon',
        version,
        description:
          'Feature flags: search, audit, approvals. Every error is an Error object. Properties of a ' +
          'body that its schema does not have are ignored, and the response header Pennon-Ignored ' +
          'lists them as JSON Pointers; with the request header Prefer: handling=strict they are a ' +
          '400 error. A number is accepted as text where the schema has x-number-as-text.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      // The paths of the document are relative to it.
      ...(basePath && { servers: [{ url: basePath }] }),
      components: {
        securitySchemes: {
          apiToken: { type: 'apiKey', in: 'header', name: 'authorization' },
        },
      },
      security: [{ apiToken: [] }],
    },
    // Marks routes that need no credentials.
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...schema, ...(route.config?.access === 'public' ? { security: [] } : {}) },
    }),
    // The name of a schema in the document is its `$id`.
    refResolver: { buildLocalReference: (schema, _, __, index) => String(schema.$id ?? index) },
  });
}

export async function registerOpenApiPages(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, { routePrefix: '/docs/openapi', staticCSP: true });
  app.get(
    '/docs/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    async () => app.swagger(),
  );
}
