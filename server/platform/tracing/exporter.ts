import { kinds, type Span } from './span.ts';

/** More spans are dropped until the next export. */
const queueMax = 8192;
const batchMax = 512;
const timeoutMs = 5000;

export type ExportOptions = {
  url: string;
  headers: Record<string, string>;
  resource: Record<string, string>;
  everyMs: number;
  onError: (error: Error) => void;
};

export type Exporter = { add: (span: Span) => void; close: () => Promise<void> };

/** Sends finished spans in batches, as OTLP over HTTP in JSON; what cannot be sent is dropped. */
export function createExporter(options: ExportOptions): Exporter {
  let queue: Span[] = [];
  let sending = Promise.resolve();

  async function flush(): Promise<void> {
    const spans = queue;
    queue = [];
    for (let at = 0; at < spans.length; at += batchMax) {
      await send(options, spans.slice(at, at + batchMax));
    }
  }

  /** One after the other, so that a slow receiver does not collect requests. */
  function flushNext(): Promise<void> {
    sending = sending.then(flush).catch(options.onError);
    return sending;
  }

  let running = false;
  const timer = setInterval(() => {
    if (running || queue.length === 0) return;
    running = true;
    void flushNext().finally(() => {
      running = false;
    });
  }, options.everyMs);
  timer.unref();

  return {
    add: (span) => {
      if (queue.length < queueMax) queue.push(span);
    },
    close: () => {
      clearInterval(timer);
      return flushNext();
    },
  };
}

async function send({ url, headers, resource }: ExportOptions, spans: readonly Span[]) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(messageOf(resource, spans)),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The receiver of traces returned ${response.status}`);
}

const messageOf = (resource: Record<string, string>, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'pennon' }, spans: spans.map(encode) }],
    },
  ],
});

const encode = ({ traceId, spanId, parentSpanId, kind, name, ...span }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: attributesOf(span.attributes),
  ...(span.failed && { status: { code: errorStatus } }),
});

const errorStatus = 2;

/** As text: the number has more digits than a double. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n);

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
