import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { RequestError } from '../errors.ts';
import { rewriteAliases } from './aliases.ts';
import { registerClosing } from './closing.ts';
import { compilers } from './compilers.ts';
import { refuseMalformed, registerErrorHandler, sendError } from './error-handler.ts';
import { registerHandling } from './handling.ts';
import { registerSecurityHeaders } from './headers.ts';
import { registerEmptyResponses, registerJsonBody } from './json-body.ts';
import { type LogTarget, logOptions } from './log.ts';
import { registerInputChecks } from './validation.ts';

export type ServerOptions = {
  logLevel: string;
  bodyLimitBytes: number;
  trustProxy: number | string | boolean;
  baseUriPath: string;
};

/** In PEM. */
export type TlsFiles = { key: Buffer; cert: Buffer };

/** An HTTP server without routes and hooks. */
export function createServer(config: ServerOptions, log: LogTarget, tls?: TlsFiles) {
  const app = Fastify({
    logger: log && { ...logOptions(config.logLevel), stream: log },
    genReqId: () => randomUUID(),
    bodyLimit: config.bodyLimitBytes,
    trustProxy: trustedProxies(config.trustProxy),
    // Closes connections whose request takes longer than this to arrive.
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: rewriteAliases(config.baseUriPath),
    clientErrorHandler: refuseMalformed,
    frameworkErrors: sendError,
    // Names may be up to 100 characters, each up to 12 once percent-encoded.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 2000 },
    schemaController: compilers,
    ...(tls && { https: tls }),
  });
  // A server with TLS has the same interface.
  return app as unknown as FastifyInstance<Server>;
}

/** Counts from the end of the header: entries written by the client itself come first. */
const trustedProxies = (proxies: ServerOptions['trustProxy']) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;

/** The hooks of every server, in this order; an edge has no pages. */
export async function registerCommonHooks(
  app: FastifyInstance,
  {
    publicUrl,
    sendPage,
  }: { publicUrl: string; sendPage?: Parameters<typeof registerErrorHandler>[1] },
): Promise<void> {
  registerErrorHandler(app, sendPage ?? (() => undefined));
  registerJsonBody(app);
  registerEmptyResponses(app);
  registerHandling(app);
  registerClosing(app);
  registerInputChecks(app);
  registerSecurityHeaders(app, { publicUrl, sendsPages: sendPage !== undefined });
  await app.register(rateLimit, { global: false, errorResponseBuilder: tooManyAttempts });
}

const tooManyAttempts = (_: unknown, { after }: { after: string }) =>
  new RequestError(429, 'RateLimitError', `Too many attempts. Try again in ${after}.`);
