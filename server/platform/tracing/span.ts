import { randomBytes } from 'node:crypto';

/** As OTLP numbers them: a request that this process serves, a statement that it sends. */
export const kinds = { server: 2, client: 3 } as const;

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** False: its ids are logged, and it is not exported. */
  sampled: boolean;
  kind: keyof typeof kinds;
  name: string;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number>;
  failed: boolean;
};

type Parent = Pick<Span, 'traceId' | 'spanId' | 'sampled'>;

/** The header of the W3C; undefined if it is malformed, as if it were absent. */
export function parseTraceParent(header: string | undefined): Parent | undefined {
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    header ?? '',
  );
  if (!found) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = found;
  const isKnown = version === '00' ? rest === undefined : version !== 'ff';
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Follows the decision of the client, if there is one; else this share of traces is sampled. */
export function startRequest(header: string | undefined, ratio: number): Span {
  const parent = parseTraceParent(header);
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  const sampled = parent?.sampled ?? Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32;
  return start({ traceId, parentSpanId: parent?.spanId, sampled, kind: 'server', name: '' });
}

export const startStatement = ({ traceId, spanId, sampled }: Span, text: string): Span => ({
  ...start({ traceId, parentSpanId: spanId, sampled, kind: 'client', name: verbOf(text) }),
  // Without values: these are parameters.
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, textMax) },
});

const textMax = 2000;

const verbOf = (text: string) => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';

function start(given: Pick<Span, 'traceId' | 'parentSpanId' | 'sampled' | 'kind' | 'name'>): Span {
  const startMs = nowMs();
  const spanId = randomBytes(8).toString('hex');
  return { ...given, spanId, startMs, endMs: startMs, attributes: {}, failed: false };
}

/** With fractions of a millisecond, and not affected by changes of the clock. */
export const nowMs = () => performance.timeOrigin + performance.now();
