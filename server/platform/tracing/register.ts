import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { statements } from '../db/driver.ts';
import { createExporter, type ExportOptions } from './exporter.ts';
import { nowMs, type Span, startRequest, startStatement } from './span.ts';

/** An import can execute thousands. */
const statementsMax = 500;

export type TracingOptions = Omit<ExportOptions, 'onError'> & { ratio: number };

/** Exports a span for each sampled request and for its statements; to be called before other hooks. */
export function registerTracing(app: FastifyInstance, options: TracingOptions): void {
  const exporter = createExporter({
    ...options,
    onError: (err) => app.log.warn({ err }, 'traces could not be sent'),
  });
  const requests = new WeakMap<IncomingMessage, Span>();
  const current = new AsyncLocalStorage<Span>();

  /** The log of a request begins before its hooks. */
  function spanOf(raw: IncomingMessage): Span {
    const header = raw.headers.traceparent;
    const span = requests.get(raw) ?? startRequest(header?.toString(), options.ratio);
    requests.set(raw, span);
    return span;
  }

  app.setChildLoggerFactory((logger, bindings, settings, raw) => {
    const { traceId, spanId } = spanOf(raw as IncomingMessage);
    return logger.child({ ...bindings, trace_id: traceId, span_id: spanId }, settings);
  });
  const enter = ({ raw }: { raw: IncomingMessage }, _: unknown, done: () => void) => {
    const span = spanOf(raw);
    if (span.sampled) current.run(span, done);
    else done();
  };
  app.addHook('onRequest', enter);
  // Again, because a body arrives in the context of its connection.
  app.addHook('preValidation', enter);
  app.addHook('onResponse', async (request, reply) => {
    const span = spanOf(request.raw);
    if (!span.sampled) return;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    exporter.add({
      ...span,
      name: `${request.method} ${route}`,
      endMs: nowMs(),
      failed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
      },
    });
  });
  const unsubscribe = traceStatements(current, exporter.add);
  app.addHook('onClose', async () => {
    unsubscribe();
    await exporter.close();
  });
}

function traceStatements(current: AsyncLocalStorage<Span>, add: (span: Span) => void): () => void {
  const running = new WeakMap<object, Span>();
  const counts = new WeakMap<Span, number>();
  const subscribers = {
    start: (message: { text: string }) => {
      const request = current.getStore();
      if (request === undefined) return;
      const count = (counts.get(request) ?? 0) + 1;
      counts.set(request, count);
      if (count <= statementsMax) running.set(message, startStatement(request, message.text));
    },
    asyncEnd: (message: { text: string; error?: unknown }) => {
      const span = running.get(message);
      if (span) add({ ...span, endMs: nowMs(), failed: message.error !== undefined });
    },
    end: () => {},
    asyncStart: () => {},
    error: () => {},
  };
  statements.subscribe(subscribers);
  return () => statements.unsubscribe(subscribers);
}
