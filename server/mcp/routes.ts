import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { noAccess, unauthenticated } from '../platform/errors.ts';
import { routesFor } from '../platform/http/routes.ts';
import { tokenOf } from '../platform/http/sdk-auth.ts';
import { apiOf } from './api.ts';
import { respond } from './respond.ts';
import { RpcMessage, RpcResponse } from './schema.ts';

const bodyLimit = 256 * 1024;

export const mcpRoutes: FastifyPluginAsync<{ version: string }> = async (app, { version }) => {
  const { route } = routesFor(app, { tag: 'MCP' });
  const { publicUrl, baseUriPath, mcpDirectWrites, mcpOrigins } = app.settings;
  const allowed = [new URL(publicUrl).origin, ...mcpOrigins];

  // As HTTP and the protocol require it of a 401.
  app.addHook('onSend', async (_, reply) => {
    if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer realm="Pennon"');
  });

  route('POST /mcp', {
    access: 'authenticated',
    operationId: 'callMcp',
    summary: 'Send a message of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions: one JSON-RPC message per request. Needs a token; the ' +
      'session of a browser is not accepted. Tools have the rights of the caller.',
    // Each call of a tool is a request of its own, and is refused if it is a change.
    duringMaintenance: true,
    bodyLimit,
    body: RpcMessage,
    response: RpcResponse,
    handler: async (request, reply) => {
      assertTokenAndOrigin(request, allowed);
      const context = {
        api: apiOf(app, request),
        publicUrl: publicUrl + baseUriPath,
        directWrites: mcpDirectWrites,
        version,
      };
      const { status, body } = await respond(context, request.body, request.headers);
      const json = reply.code(status).type('application/json; charset=utf-8');
      return json.serializer(JSON.stringify).send(body ?? null);
    },
  });

  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: '/mcp',
      exposeHeadRoute: false,
      config: { access: 'public' },
      schema: { hide: true },
      handler: (_, reply) => reply.code(405).header('allow', 'POST').send(notAllowed),
    });
  }
};

const notAllowed = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_000, message: 'Method not allowed: there are no streams and no sessions.' },
};

/** A page of another origin, or one whose name was rebound to this server, may not call tools. */
function assertTokenAndOrigin(request: FastifyRequest, allowed: readonly string[]): void {
  if (!tokenOf(request)) throw unauthenticated('Send an API token in the authorization header.');
  const { origin } = request.headers;
  if (origin === undefined || allowed.includes(origin)) return;
  throw noAccess(`Pages of ${origin} may not call this server. An operator can allow it.`);
}
